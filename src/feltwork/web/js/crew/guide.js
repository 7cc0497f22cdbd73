// What to take and what to pay after a result, by seat or by area: losing wagers first. What is done is ticked off, and its chips go from the felt.

import { money, spotKey } from "../common/money.js";
import { element } from "../common/page.js";
import { redraw } from "../common/redraw.js";
import { resultWords } from "../common/rounds.js";
import { text } from "../common/text.js";
import { does, drawSince, inAll, whoAt } from "./ahead.js";
import { pile } from "./chippile.js";
import { waitToBePaid } from "./views.js";

/** @import { CrewTerminal } from "./terminal.js" */
/** @import { Line, Shown, View } from "../common/messages.js" */

const KEPT = "feltwork-paid"; // what this screen has ticked off of the last round
const keyOf = (/** @type {any} */ { seat, wager, on }) => `${seat} ${spotKey(wager, on)}`;

/**
 * What is done with one line of a settlement, in a dealer's words. Of a wager in parts the thrown part wins and the others lose.
 * @param {Record<string, any>} given
 */
export function doneWith({ winnings, returned, stake }) {
  const taken = stake - returned;
  if (winnings && !taken) return text("crew.line-pays-with-stake", { pay: money(winnings) });
  const parts = [
    taken && text("crew.line-take", { take: money(taken) }),
    winnings && text("crew.line-pays", { pay: money(winnings) }),
    returned && text("crew.line-back", { back: money(returned) }),
  ];
  return parts.filter(Boolean).join(", ");
}

/**
 * The lines of a settlement by the area where the chips lie, those that lose first.
 * @param {any[]} seats
 */
export function byArea(seats) {
  const areas = new Map();
  for (const line of seats.flatMap(({ lines }) => lines)) {
    const key = spotKey(line.wager, line.on);
    const area = areas.get(key) ?? { key, wager: line.wager, on: line.on, take: 0, pay: 0, return: 0, lines: [] };
    area.take += line.stake - line.returned;
    area.pay += line.winnings;
    area.return += line.returned + line.commission_back;
    area.lines.push(line);
    areas.set(key, area);
  }
  return [...areas.values()].sort((a, b) => Number(a.pay > 0) - Number(b.pay > 0));
}

/**
 * What moves at a seat, in chips: take, pay, give back.
 * @param {any} row
 * @param {boolean} byItself did the table do it, so that nobody has to?
 */
function blocks({ take, pay, return: back }, byItself = false) {
  const blocks = [
    ["take", text(byItself ? "crew.took" : "crew.take"), take],
    ["pay", text(byItself ? "crew.paid-out" : "crew.pay"), pay],
    ["give", text(byItself ? "crew.gave-back" : "crew.give-back"), back],
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
  return blocks.length ? blocks : [element("p", { class: "quiet", text: text("crew.nothing-moves") })];
}

/**
 * A seat: what to take and pay there, and line by line why.
 * @param {CrewTerminal} terminal
 * @param {any} seat
 */
function oneSeat(terminal, seat) {
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
      element("h3", { text: whoAt(terminal, seat.seat) }),
      ...blocks(seat, terminal.electronic),
    ),
    element(
      "ul",
      { tabindex: "0", "aria-label": text("crew.line-by-line") },
      ...seat.lines.map((/** @type {Line} */ line) =>
        element(
          "li",
          { class: line.result },
          element("span", {}, terminal.nameOf(line), " ", element("span", { class: "clause", text: line.clause })),
          element("span", { class: "money", text: money(line.stake) }),
          element("span", { class: "money does", text: doneWith(line) }),
        ),
      ),
    ),
  );
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
    this.areas = false; // by area, or by seat
    this.at = 0;
    /** @type {Set<string>} */
    this.done = new Set();
    this.since = ""; // what has happened in the round after the last result: the dice are out, or what was entered
    /** @type {{ seats: any[], result: any } | null} */
    this.ahead = null; // what the entered result will come to
    this.words = ""; // what a crew must know beside the round: an entry leaves room for it here alone
  }

  /** @param {string} words */
  tell(words) {
    if (words === this.words) return;
    this.words = words;
    if (this.since) this.draw();
  }

  /** What is gone through, one after the other. */
  get rows() {
    return this.areas ? byArea(this.seats) : this.seats;
  }

  /**
   * @param {any} seats
   * @param {Shown[]} history
   */
  show(seats, history) {
    this.seats = seats ?? [];
    this.last = history.at(-1);
    const again = history.at(-2)?.reversed !== undefined; // taken back, and settled again
    this.corrected = this.last?.reversed !== undefined || this.last?.entered !== undefined || again;
    this.at = 0;
    this.since = "";
    this.ahead = null;
    const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? "{}");
    const same = kept.table === this.terminal.me.table && kept.version === this.last?.version;
    const settled = this.corrected || this.terminal.electronic; // of a correction the card told the difference; a machine pays by itself
    this.done = new Set(same ? kept.done : settled ? this.lines.map(keyOf) : []);
    this.draw();
  }

  /** @returns {any[]} */
  get lines() {
    return this.seats.flatMap(({ lines }) => lines);
  }

  /** The seat whose chips are next, when the guide goes by seat. */
  get seat() {
    return this.areas ? null : (this.seats[this.at]?.seat ?? null);
  }

  isDone(/** @type {any} */ row) {
    return row.lines.every((/** @type {Line} */ line) => this.done.has(keyOf(line)));
  }

  /** Chips of the last round that nobody has taken or paid yet, as the felt shows them. */
  lying() {
    return this.lines
      .filter((line) => !this.done.has(keyOf(line)))
      .map((line) => ({
        ...line,
        working: true,
        outcome: line.winnings ? "won" : line.returned ? "back" : "lost",
        now: line.seat === this.seat || (this.areas && this.rows[this.at]?.key === spotKey(line.wager, line.on)),
      }));
  }

  /**
   * Once the dice or the ball are out the last result is over; what is entered is told before it is confirmed.
   * @param {View} view
   */
  async follow(view) {
    const betting = view.phase === "betting";
    if (!betting) this.over();
    if (this.terminal.electronic) return;
    const { entered = null } = view;
    const since = betting ? "" : entered === null ? "out" : JSON.stringify(entered);
    if (since === this.since) return;
    this.since = since;
    this.ahead = null;
    this.draw();
    if (betting || entered === null) return;
    const seats = await this.terminal.link.ask("ahead");
    if (since !== this.since || !seats) return;
    this.ahead = { seats, result: entered };
    this.draw();
  }

  /** The next round has begun: what is not ticked off was done without it. */
  over() {
    if (this.lines.every((line) => this.done.has(keyOf(line)))) return;
    this.tick(this.lines);
  }

  /** @param {any[]} lines */
  tick(lines) {
    for (const line of lines) this.done.add(keyOf(line));
    const { table } = this.terminal.me;
    sessionStorage.setItem(KEPT, JSON.stringify({ table, version: this.last?.version, done: [...this.done] }));
    this.draw();
  }

  /** The seat or area at hand is taken and paid; on to the next that is not. False where there is nothing left. */
  paid() {
    const row = this.rows[this.at];
    if (!row || this.rows.every((each) => this.isDone(each))) return false;
    const open = (/** @type {number} */ from) => this.rows.findIndex((each, i) => i >= from && !this.isDone(each));
    const lines = this.isDone(row) ? this.rows[open(0)].lines : row.lines;
    for (const line of lines) this.done.add(keyOf(line));
    const next = open(this.at + 1);
    const first = open(0);
    this.at = next >= 0 ? next : first >= 0 ? first : this.at;
    this.tick([]);
    this.terminal.layChips();
    return true;
  }

  /** @param {number} by */
  step(by) {
    if (!this.rows.length) return;
    this.choose(Math.min(Math.max(this.at + by, 0), this.rows.length - 1));
  }

  /** @param {number} at */
  choose(at) {
    this.at = at;
    this.draw();
    this.terminal.layChips();
  }

  turn(areas = !this.areas) {
    this.areas = areas;
    const open = this.rows.findIndex((row) => !this.isDone(row));
    this.choose(Math.max(open, 0));
  }

  /** What the guide is about: the last result, as it was corrected if it was. */
  get title() {
    const { last } = this;
    if (last?.result === undefined) return text("crew.take-and-pay");
    const result = resultWords(last.result);
    if (last.reversed) return text("crew.does-not-count", { result });
    if (this.corrected) return text("crew.corrected-to", { result });
    return text(this.terminal.electronic ? "crew.table-paid" : "crew.take-and-pay-of", { result });
  }

  draw() {
    if (this.since) return drawSince(this);
    const title = element("h2", { text: this.title });
    if (!this.seats.length) {
      waitToBePaid(0);
      const before = this.terminal.electronic ? "crew.guide-empty-electronic" : "crew.guide-empty";
      const empty = text(this.last?.result === undefined ? before : "crew.guide-nothing");
      return redraw(this.place, title, element("p", { class: "quiet", text: empty }));
    }
    const left = this.rows.filter((row) => !this.isDone(row)).length;
    waitToBePaid(left);
    return redraw(
      this.place,
      element(
        "div",
        { class: "guide-head" },
        title,
        inAll(this.seats),
        this.ways(),
        this.terminal.electronic ? null : this.ticker(left),
      ),
      this.areas
        ? this.areaList()
        : element("div", { class: "by-seat" }, this.tabs(), oneSeat(this.terminal, this.seats[this.at])),
    );
  }

  ways() {
    const way = (/** @type {boolean} */ areas, /** @type {string} */ words) =>
      element("button", {
        type: "button",
        text: words,
        "aria-pressed": String(this.areas === areas),
        onclick: () => this.turn(areas),
      });
    return element(
      "div",
      { class: "ways", role: "group", "aria-label": text("crew.guide-order") },
      way(false, text("crew.by-seat")),
      way(true, text("crew.by-area")),
    );
  }

  /** @param {number} left */
  ticker(left) {
    return element(
      "button",
      { type: "button", class: "act paid", disabled: !left, onclick: () => this.paid() },
      element("span", { text: left ? text("crew.paid") : text("crew.all-paid") }),
      element("kbd", { text: "Enter" }),
    );
  }

  tabs() {
    return element(
      "div",
      { class: "tabs", role: "group", "aria-label": text("crew.seats-to-pay") },
      ...this.seats.map((seat, i) =>
        element(
          "button",
          {
            type: "button",
            "aria-pressed": String(i === this.at),
            tabindex: i === this.at ? "0" : "-1",
            class: `tab${this.isDone(seat) ? " done" : ""}`,
            "aria-label": text(this.isDone(seat) ? "crew.tab-done" : "crew.tab", {
              seat: String(seat.seat),
              take: money(seat.take),
              pay: money(seat.pay),
            }),
            onclick: () => this.choose(i),
          },
          element("b", { text: `${this.isDone(seat) ? "✓ " : ""}${seat.seat}` }),
          ...does(seat).map(([kind, words]) => element("small", { class: kind, text: words })),
        ),
      ),
    );
  }

  areaList() {
    const seatOf = (/** @type {Line} */ line) =>
      text(line.winnings ? "crew.area-seat-pays" : "crew.area-seat-takes", {
        seat: String(line.seat),
        cents: money(line.winnings || line.stake - line.returned),
      });
    return element(
      "ol",
      { class: "areas", tabindex: "0", "aria-label": text("crew.area-by-area") },
      ...this.rows.map((area, i) =>
        element(
          "li",
          {
            class: `${this.isDone(area) ? "done" : ""}${i === this.at ? " at" : ""}`,
            "aria-current": String(i === this.at),
            "data-area": area.key,
            onclick: () => this.choose(i),
          },
          element("b", { text: `${this.isDone(area) ? "✓ " : ""}${this.terminal.nameOf(area)}` }),
          element("span", {
            class: "take money",
            text: area.take ? text("crew.line-take", { take: money(area.take) }) : "",
          }),
          element("span", {
            class: "pay money",
            text: area.pay ? text("crew.line-pays", { pay: money(area.pay) }) : "",
          }),
          element("span", { class: "money", text: area.lines.map(seatOf).join(" · ") }),
          element("span", { class: "clause", text: area.lines[0].clause }),
        ),
      ),
    );
  }
}
