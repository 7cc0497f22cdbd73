// The result bar: the call, each own line with its signed amount, the round's total; it stays until the next close.

import { signed, spotKey } from "../common/money.js";
import { element, find } from "../common/page.js";
import { text } from "../common/text.js";

/** @import { Card, Line } from "../common/messages.js" */

const MOST_LINES = 6;
const COUNT_MS = 600;
const FRAME_MS = 50;

/**
 * What a line of a settlement is to the player: won, less what of the stake does not come back.
 * @param {Line} line
 */
export const netOf = ({ stake, winnings, returned, commission_back: back }) => winnings + returned + back - stake;

/** @param {Line[]} lines */
export const totalOf = (lines) => lines.reduce((total, line) => total + netOf(line), 0);

const toneOf = (/** @type {number} */ cents) => (cents > 0 ? "up" : cents < 0 ? "down" : "even");

/**
 * A wager's name with its number; one that has travelled to a number has no spot of its own there.
 * @param {Card} card
 * @param {{ wager: string, on: any }} line
 */
export function nameAt(card, { wager, on }) {
  const spot = card[spotKey(wager, on)] ?? card[wager];
  if (!spot) return wager;
  return card[spotKey(wager, on)] ? spot.name : text("player.travelled", { wager: spot.name, number: String(on) });
}

export class ResultBar {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    this.balance = 0;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.counting = undefined;
    /** @type {(() => any) | null} */
    this.again = null; // as it was told last, for a screen that is turned
    addEventListener("resize", () => this.again?.());
  }

  /**
   * @param {string} call
   * @param {Line[]} lines
   * @param {Card} card
   * @param {boolean} [playing] has the player anything on the felt?
   */
  show(call, lines, card, playing = true) {
    this.again = () => this.show(call, lines, card, playing);
    const total = totalOf(lines);
    const told = lines.slice(0, MOST_LINES).map((line) => {
      const cents = netOf(line);
      const name = nameAt(card, line);
      const amount = cents || line.result === "lose" ? signed(cents) : text("player.back");
      return element(
        "li",
        { class: toneOf(cents) },
        element("span", { text: name }),
        element("b", { class: "money", text: amount }),
      );
    });
    const rest = element("li", { class: "rest" });
    this.place.replaceChildren(
      element("li", { class: "called", text: call }),
      ...told,
      rest,
      lines.length
        ? element(
            "li",
            { class: `total ${toneOf(total)}` },
            element("span", { text: text("player.round-total") }),
            element("b", { class: "money", text: signed(total) }),
          )
        : element("li", { class: "even", text: text(playing ? "player.nothing-decided" : "player.no-bet") }),
    );
    this._fit(told, rest, lines.length);
    this.last(total);
    return total;
  }

  /**
   * As many lines as there is room for; of the rest it is said how many they are.
   * @param {HTMLElement[]} told
   * @param {HTMLElement} rest
   * @param {number} all
   */
  _fit(told, rest, all) {
    for (let shown = told.length; shown >= 0; shown--) {
      rest.hidden = shown === all;
      rest.textContent = text("player.more-lines", { count: all - shown });
      told[shown]?.remove();
      if (this.place.scrollHeight <= this.place.clientHeight + 1) return;
    }
  }

  /** @param {number} cents */
  last(cents) {
    sum("#last", cents);
  }

  /** @param {number} cents */
  session(cents) {
    sum("#session", cents);
  }

  /** Betting has closed again: the last result has been told. */
  clear() {
    this.again = null;
    this.place.replaceChildren();
  }

  /**
   * The credit counts up or down after a result; otherwise it is said at once.
   * @param {number} cents
   * @param {(cents: number) => string} said
   * @param {boolean} counts
   */
  credit(cents, said, counts) {
    const shown = find("#balance");
    const from = this.balance;
    if (cents === from && this.counting) return;
    clearInterval(this.counting);
    this.counting = undefined;
    this.balance = cents;
    if (!counts || from === cents) {
      shown.textContent = said(cents);
      return;
    }
    shown.className = `money ${toneOf(cents - from)}`;
    const began = performance.now();
    this.counting = setInterval(() => {
      const part = Math.min(1, (performance.now() - began) / COUNT_MS);
      shown.textContent = said(Math.round(from + (cents - from) * part));
      if (part < 1) return;
      clearInterval(this.counting);
      this.counting = undefined;
      shown.className = "money";
    }, FRAME_MS);
  }
}

/**
 * @param {string} selector
 * @param {number} cents
 */
function sum(selector, cents) {
  const place = find(selector);
  place.textContent = signed(cents);
  place.className = `money ${toneOf(cents)}`;
}
