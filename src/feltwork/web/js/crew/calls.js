// Calls of players that wait for the crew's word, and a throw that was reported.

import { money } from "../common/money.js";
import { element, find } from "../common/page.js";
import { called } from "../common/people.js";
import { redraw } from "../common/redraw.js";
import { openSheet, reasonField } from "../common/sheet.js";
import { text } from "../common/text.js";
import { worded } from "../common/wording.js";
import { whyNot } from "./steps.js";

/** @import { Call, Command } from "../common/messages.js" */
/** @import { CrewTerminal } from "./terminal.js" */

export class Calls {
  /** @param {CrewTerminal} terminal */
  constructor(terminal) {
    this.terminal = terminal;
    this.looked = element("input", {
      id: "looked",
      maxlength: "200",
      autocomplete: "off",
      value: text("crew.looked-again"),
    });
  }

  /** Calls of players that wait for the crew's word. */
  show() {
    redraw(
      find("#calls"),
      ...this.report(),
      ...this.terminal.told.calls.map((call) =>
        element(
          "div",
          { class: "call panel" },
          element("p", { text: this.describe(call) }),
          element(
            "div",
            { class: "row" },
            element("button", {
              class: "act",
              type: "button",
              text: text(`crew.call-${call.command.type}`),
              disabled: !call.ok,
              onclick: () => this.terminal.send(call.command),
            }),
            ...this.consents(call),
            call.decline
              ? element("button", {
                  type: "button",
                  text: text("crew.decline"),
                  "aria-label": text("crew.decline-what", { call: this.describe(call) }),
                  onclick: () => this.decline(call),
                })
              : null,
          ),
          call.ok ? null : element("p", { class: "why", text: whyNot(call) }),
        ),
      ),
    );
  }

  /** A throw reported in a way that must not count: whoever may call it off does so, or dismisses the report on the record. */
  report() {
    const { reported } = this.terminal.told;
    if (!reported) return [];
    const { spins } = this.terminal.link.view;
    const decide = reported.may_call
      ? element("button", {
          class: "act",
          type: "button",
          text: text(spins ? "crew.call-no-spin" : "crew.call-no-roll"),
          onclick: () => this.terminal.send({ type: "call-no-roll", reason: reported.what }),
        })
      : element("p", {
          class: "why",
          text: text("crew.report-decided"),
        });
    const dismiss = reported.may_dismiss
      ? element(
          "div",
          { class: "row" },
          element("label", {}, element("span", { text: text("crew.report-counts") }), this.looked),
          element("button", {
            type: "button",
            text: text("crew.dismiss-report"),
            onclick: () => this.terminal.send({ type: "dismiss-report", reason: this.looked.value.trim() }),
          }),
        )
      : null;
    return [
      element(
        "div",
        { class: "call panel" },
        element("p", { text: text("crew.reported", { what: reported.what }) }),
        decide,
        dismiss,
      ),
    ];
  }

  /** @param {Call} call */
  describe({ command, oral, announcer }) {
    const said = oral ?? command;
    const { seats, similar } = this.terminal.link.view;
    const seat = String(said.seat);
    const who = seats[said.seat]
      ? text("crew.call-seat-of", { seat, player: called(seats[said.seat]) })
      : text("crew.seat", { seat });
    if (command.type === "buy-colour")
      return text("crew.asks-for-checks", {
        who,
        amount: money(command.amount),
        colour: command.colour,
        value: money(command.value),
      });
    const wager = this.terminal.nameOf(said);
    if (!oral) {
      const all = said.alone ? text("crew.it-alone") : similar ? text("crew.all-similar") : "";
      return text(said.working ? "crew.calls-on" : "crew.calls-off", { who, wager }) + all;
    }
    const worth = oral.voucher ? ` ${oral.voucher} (${money(oral.value)})` : "";
    const aloud = text("crew.calls-aloud", {
      who,
      amount: money(oral.amount),
      wager,
      brings: worded(oral.brings) + worth,
    });
    return aloud + (announcer ? text("crew.repeated-by", { announcer }) : "");
  }

  /**
   * A colour that others have: they agree to share it, each in their own words.
   * @param {Call} call
   */
  consents({ command }) {
    if (command.type !== "buy-colour") return [];
    const { seats, colours } = this.terminal.link.view;
    const { of = [] } =
      (colours?.sharing ?? []).find(
        (/** @type {Record<string, any>} */ asked) => asked.seat === command.seat && asked.colour === command.colour,
      ) ?? {};
    return of.map((/** @type {number} */ seat) =>
      element("button", {
        type: "button",
        text: text("crew.seat-agrees", { seat: String(seat) }),
        onclick: () =>
          this.terminal.steps.take({
            command: {
              type: "agree-colour",
              seat,
              with_seat: command.seat,
              colour: command.colour,
              asked: `${seats[seat]} agrees to share ${command.colour}`,
            },
          }),
      }),
    );
  }

  /**
   * A call that does not count, and why: the player is told.
   * @param {Call} call
   */
  decline({ decline }) {
    openSheet({
      title: text("crew.decline-title"),
      about: text("crew.decline-about"),
      act: text("crew.decline-act"),
      fields: [reasonField([text("crew.decline-late"), text("crew.decline-out"), text("crew.decline-unheard")])],
      send: async ({ reason }) => (await this.terminal.send({ .../** @type {Command} */ (decline), reason })) || {},
    });
  }
}
