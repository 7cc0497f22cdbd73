// What to take and what to pay after a result, one seat at a time in large figures: losing wagers first.

import { money } from "../common/money.js";
import { element } from "../common/page.js";
import { redraw } from "../common/redraw.js";
import { pile } from "./chippile.js";

/** @import { CrewTerminal } from "./terminal.js" */
/** @import { Line } from "../common/messages.js" */

/**
 * What is done with one line of a settlement, in a dealer's words. Of a wager in parts the thrown part wins and the others lose.
 * @param {Record<string, any>} given
 */
export function doneWith({ winnings, returned, stake }) {
  const taken = stake - returned;
  if (winnings && !taken) return `pays ${money(winnings)}, with the stake`;
  const parts = [
    taken && `take ${money(taken)}`,
    winnings && `pays ${money(winnings)}`,
    returned && `give back ${money(returned)}`,
  ];
  return parts.filter(Boolean).join(", ");
}

/**
 * What a tab says of its seat: take and pay are two movements, never one sum.
 * @param {Record<string, any>} given
 */
export function does({ take, pay }) {
  const parts = [take && ["take", `−${money(take)}`], pay && ["pay", `+${money(pay)}`]].filter(Boolean);
  return parts.length ? parts : [["", "back"]];
}

export class Guide {
  /**
   * @param {HTMLElement} place
   * @param {CrewTerminal} terminal
   */
  constructor(place, terminal) {
    this.place = place;
    this.terminal = terminal;
    /** @type {any[]} */
    this.seats = [];
    this.at = 0;
  }

  /**
   * @param {any} seats
   * @param {any} last
   */
  show(seats, last) {
    this.seats = seats ?? [];
    this.last = last;
    this.at = 0;
    this.draw();
  }

  /** @param {any} by */
  step(by) {
    if (!this.seats.length) return;
    this.at = Math.min(Math.max(this.at + by, 0), this.seats.length - 1);
    this.draw();
  }

  draw() {
    const result = this.last?.entered ?? this.last?.result; // what was paid, whatever was set right since
    const said = Array.isArray(result) ? `${result[0]} and ${result[1]}, total ${result[0] + result[1]}` : `${result}`;
    const title = element("h2", { text: result === undefined ? "Take and pay" : `Take and pay · ${said}` });
    if (!this.seats.length) {
      const empty =
        result === undefined
          ? "After each result this tells what to take and what to pay, seat by seat."
          : "Nothing to take and nothing to pay.";
      this.place.replaceChildren(title, element("p", { class: "quiet", text: empty }));
      return;
    }
    const tabs = this.seats.map((seat, i) =>
      element(
        "button",
        {
          type: "button",
          "aria-pressed": String(i === this.at),
          class: "tab",
          "aria-label": `Seat ${seat.seat}: take ${money(seat.take)}, pay ${money(seat.pay)}`,
          onclick: () => {
            this.at = i;
            this.draw();
          },
        },
        element("b", { text: String(seat.seat) }),
        ...does(seat).map(([kind, text]) => element("small", { class: kind, text })),
      ),
    );
    const arrows = [
      { text: "◀", by: -1, label: "Seat before" },
      { text: "▶", by: 1, label: "Next seat" },
    ].map(({ text, by, label }) =>
      element("button", {
        type: "button",
        text,
        "aria-label": label,
        disabled: by < 0 ? this.at === 0 : this.at === this.seats.length - 1,
        onclick: () => this.step(by),
      }),
    );
    const sum = (/** @type {any} */ what) => money(this.seats.reduce((total, seat) => total + seat[what], 0));
    const all = element("span", { class: "quiet money", text: `in all take ${sum("take")}, pay ${sum("pay")}` });
    redraw(
      this.place,
      element("div", { class: "guide-head" }, title, all, element("div", { class: "tabs" }, ...tabs), ...arrows),
      this.seat(this.seats[this.at]),
    );
  }

  /** @param {any} seat */
  seat(seat) {
    const player = this.terminal.link.view.seats[seat.seat];
    const blocks = [
      ["take", "Take", seat.take],
      ["pay", "Pay", seat.pay],
      ["give", "Give back", seat.return],
    ]
      .filter(([, , cents]) => cents)
      .map(([kind, words, cents]) =>
        element(
          "div",
          { class: `block ${kind}` },
          element("span", { text: words }),
          element("strong", { class: "money", text: money(cents) }),
          pile(cents),
        ),
      );
    if (!blocks.length) blocks.push(element("p", { class: "quiet", text: "Nothing moves at this seat." }));
    return element(
      "div",
      {
        class: "guided",
        "aria-live": "polite",
        "data-seat": seat.seat,
        "data-take": seat.take,
        "data-pay": seat.pay,
        "data-back": seat.return,
      },
      element(
        "div",
        { class: "blocks" },
        element("h3", { text: `Seat ${seat.seat}${player ? ` · ${player}` : ""}` }),
        ...blocks,
      ),
      element(
        "ul",
        { tabindex: "0", "aria-label": "Line by line" },
        ...seat.lines.map((/** @type {Line} */ line) =>
          element(
            "li",
            { class: line.result },
            element("span", { text: this.terminal.nameOf(line) }),
            element("span", { class: "money", text: money(line.stake) }),
            element("span", { class: "money", text: doneWith(line) }),
            element("span", { class: "clause", text: line.clause }),
          ),
        ),
      ),
    );
  }
}
