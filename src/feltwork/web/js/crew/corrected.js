// A round was corrected after it was paid: what to take and what to pay by seat, on a card that the crew acknowledge.

import { money, spotKey } from "../common/money.js";
import { element, find } from "../common/page.js";
import { called } from "../common/people.js";
import { resultWords } from "../common/rounds.js";
import { text } from "../common/text.js";
import { pile } from "./chippile.js";

/** @import { CrewTerminal } from "./terminal.js" */

const UNASKED_MS = 700; // a key that was on its way to something else does not acknowledge

const signed = (/** @type {number} */ cents) => `${cents < 0 ? "−" : "+"}${money(Math.abs(cents))}`;

export class Corrected {
  /**
   * @param {HTMLDialogElement} dialog
   * @param {CrewTerminal} terminal
   */
  constructor(dialog, terminal) {
    this.dialog = dialog;
    this.terminal = terminal;
    this.since = 0;
    this.shown = 0;
    dialog.addEventListener("cancel", (event) => event.preventDefault());
    dialog.addEventListener("keydown", (event) => {
      event.stopPropagation(); // the round goes on when the card is away
      if (event.key === "Escape") event.preventDefault();
      else if (event.key === "Enter") {
        event.preventDefault();
        this.acknowledge();
      }
    });
  }

  get open() {
    return this.dialog.open;
  }

  async ask() {
    this.show((await this.terminal.link.ask("corrections")) ?? []);
  }

  /** @param {any[]} cards those that wait, the oldest first */
  show(cards) {
    const [card] = cards;
    this.card = card;
    if (!card) {
      this.shown = 0;
      this.dialog.close();
      return;
    }
    if (this.shown !== card.number) this.since = performance.now();
    this.shown = card.number;
    this.dialog.replaceChildren(...this.drawn(card, cards.length - 1));
    if (!this.dialog.open) {
      this.dialog.showModal();
      find("#corrected-title").focus();
    }
  }

  /**
   * @param {any} card
   * @param {number} more
   */
  drawn({ was, result, reason, clause, people, seats }, more) {
    const lay = result === null ? text("crew.round-does-not-count") : resultWords(result);
    const by = people?.length ? ` ${[...new Set(people)].join(text("crew.and"))}.` : "";
    const move = seats.filter((/** @type {any} */ seat) => seat.cents || seat.again.length);
    return [
      element("h2", { id: "corrected-title", tabindex: "-1", text: text("crew.round-corrected") }),
      element(
        "p",
        { class: "results" },
        was === null || was === undefined ? null : element("s", { text: resultWords(was) }),
        element("b", { text: lay }),
      ),
      element("p", { class: "quiet", text: `${reason}.${by} (${clause})` }),
      move.length
        ? element(
            "ol",
            { "aria-label": text("crew.corrected-by-seat") },
            ...move.map((/** @type {any} */ seat) => this.row(seat)),
          )
        : element("p", { text: text("crew.no-chips-move") }),
      element(
        "button",
        { type: "button", class: "act", onclick: () => this.acknowledge() },
        element("span", { text: text("crew.taken-and-paid") }),
        element("kbd", { text: "Enter" }),
      ),
      more ? element("p", { class: "quiet", text: text("crew.more-to-come", { count: more }) }) : "",
    ];
  }

  /** @param {any} row */
  row({ seat, player: id, before, after, cents, here, gone, again }) {
    const player = called(id);
    const does = here > 0 ? "pay" : here < 0 ? "take" : "";
    const rest = Math.abs(cents - here);
    const waits = text(cents > 0 ? "crew.waits-at-cage" : "crew.stays-a-debt", {
      amount: money(gone ? Math.abs(cents) : rest),
    });
    const later = gone ? text("crew.has-left", { player, waits }) : waits;
    return element(
      "li",
      { "data-seat": seat, "data-pay": Math.max(here, 0), "data-take": Math.max(-here, 0) },
      element("b", { class: "who", text: text("crew.seat-of", { seat: String(seat), player }) }),
      element(
        "div",
        { class: `block ${does}` },
        element("span", { text: does ? text(`crew.${does}`) : text("crew.no-chips") }),
        does ? element("strong", { class: "money", text: money(Math.abs(here)) }) : null,
        does ? pile(Math.abs(here)) : null,
      ),
      element("span", {
        class: "quiet money",
        text: text("crew.before-now", { before: signed(before), after: signed(after) }),
      }),
      rest || gone ? element("span", { class: "rest", text: later }) : null,
      ...again.map((/** @type {any} */ stake) =>
        element("span", {
          class: "again",
          "data-spot": spotKey(stake.wager, stake.on),
          text: text("crew.back-on-layout", { wager: this.terminal.nameOf(stake), amount: money(stake.stake) }),
        }),
      ),
    );
  }

  async acknowledge() {
    if (!this.card || performance.now() - this.since < UNASKED_MS) return;
    const { number } = this.card;
    await this.terminal.send({ type: "acknowledge-correction", number });
    await this.ask();
  }
}
