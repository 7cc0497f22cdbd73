// Calls of players that wait for the crew's word, and a throw that was reported.

import { money } from "../common/money.js";
import { element, find } from "../common/page.js";
import { redraw } from "../common/redraw.js";
import { openSheet, reasonField } from "../common/sheet.js";
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
      value: "looked at again: it can be called",
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
              text: call.label,
              disabled: !call.ok,
              onclick: () => this.terminal.send(call.command),
            }),
            ...this.consents(call),
            call.decline
              ? element("button", {
                  type: "button",
                  text: "Decline",
                  "aria-label": `Decline: ${this.describe(call)}`,
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
    const called = this.terminal.link.view.spins ? "no spin" : "no roll";
    const decide = reported.may_call
      ? element("button", {
          class: "act",
          type: "button",
          text: `Call ${called}`,
          onclick: () => this.terminal.send({ type: "call-no-roll", reason: reported.what }),
        })
      : element("p", {
          class: "why",
          text: `Whoever may call ${called} decides on it; until then there is no result.`,
        });
    const dismiss = reported.may_dismiss
      ? element(
          "div",
          { class: "row" },
          element("label", {}, element("span", { text: "Or why it counts after all" }), this.looked),
          element("button", {
            type: "button",
            text: "Dismiss the report",
            onclick: () => this.terminal.send({ type: "dismiss-report", reason: this.looked.value.trim() }),
          }),
        )
      : null;
    return [
      element("div", { class: "call panel" }, element("p", { text: `Reported: ${reported.what}` }), decide, dismiss),
    ];
  }

  /** @param {Call} call */
  describe({ command, oral, announcer }) {
    const said = oral ?? command;
    const who = `Seat ${said.seat}${this.terminal.link.view.seats[said.seat] ? `, ${this.terminal.link.view.seats[said.seat]}` : ""}`;
    if (command.type === "buy-colour")
      return `${who} asks for ${money(command.amount)} in ${command.colour} checks of ${money(command.value)}`;
    if (!oral)
      return `${who} calls ${this.terminal.nameOf(said)} ${said.working ? "on" : "off"}${said.alone ? ", it alone" : this.terminal.link.view.similar ? ", with all similar wagers" : ""}`;
    return `${who} calls aloud: ${money(oral.amount)} on ${this.terminal.nameOf(said)}, with ${oral.brings}${oral.voucher ? ` ${oral.voucher} worth ${money(oral.value)}` : ""}${announcer ? `; repeated by ${announcer}` : ""}`;
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
        text: `Seat ${seat} agrees`,
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
      title: "Decline the call",
      about: "The player is told why. The dice wait until a call is answered.",
      act: "Decline it",
      fields: [reasonField(["not in time", "the dice were out", "not heard clearly: please call again"])],
      send: async ({ reason }) => (await this.terminal.send({ .../** @type {Command} */ (decline), reason })) || {},
    });
  }
}
