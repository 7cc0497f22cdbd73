// What a result does to the screen: dice and wheel first, then light, amounts, words and the chips that go.

import { money, short, spotKey } from "../common/money.js";
import { announce, element, find } from "../common/page.js";
import { historyItem } from "../common/phase.js";
import { calledOf, resultWords } from "../common/rounds.js";

/** @import { Line, Round, View } from "../common/messages.js" */
/** @import { Terminal } from "./terminal.js" */

const LIT_MS = 4000;
const SHOWN = 30;
const HANDED_BACK = ["draw", "void", "returned"];

export class Results {
  /** @param {Terminal} terminal */
  constructor(terminal) {
    this.terminal = terminal;
    this.round = "";
    this.held = false; // chips and credit wait while dice and ball still move, so that they tell nothing beforehand
    /** @type {Promise<void> | null} */
    this.landing = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.unlit = undefined;
  }

  get view() {
    return this.terminal.link.view;
  }

  /** @param {{ seat: number }} line */
  isOwn({ seat }) {
    return seat === this.terminal.seat;
  }

  /**
   * What the last round did, for a screen that did not see it.
   * @param {Round[]} recall
   */
  remember(recall) {
    const lines = recall.find((round) => round.lines.length && !round.reversed)?.lines ?? [];
    this.terminal.bets.resulted(this.decided(lines));
    find("#won").textContent = money(lines.reduce((total, line) => total + line.winnings, 0));
  }

  /**
   * @param {{ result: any, lines: Line[], warned?: number[] }} event
   * @param {string[]} lit
   */
  settled(event, lit) {
    const { result, lines } = event;
    const own = lines.filter((line) => this.isOwn(line));
    this.terminal.bets.resulted(this.decided(own));
    const paid = new Set(lines.filter((line) => line.result === "win").map((line) => spotKey(line.wager, line.on)));
    const { small } = this.terminal.felt;
    const shining = lit.filter((key) => paid.has(key) || !small.has(key)); // of the places on lines only those with chips
    const drawn = this.view.source !== "dealer" && Array.isArray(result);
    this.held = true;
    this.landing = this.terminal.stage.show(result, drawn).then(() => this.landed(event, own, shining));
  }

  /**
   * The dice or the ball lie still: light, amounts and words.
   * @param {{ result: any, warned?: number[] }} event
   * @param {Line[]} own
   * @param {string[]} lit
   */
  landed({ result, warned }, own, lit) {
    const { felt, seat } = this.terminal;
    const won = own.reduce((total, line) => total + line.winnings, 0);
    this.landing = null;
    this.release();
    felt.light(lit);
    for (const { wager, on, result: became, stake, winnings } of own) {
      if (winnings) felt.rise(wager, on, `+${short(winnings)}`, "win");
      else if (became === "lose") felt.rise(wager, on, `−${short(stake)}`, "lose");
      else if (HANDED_BACK.includes(became)) felt.rise(wager, on, "back", "push");
    }
    if (own.length) find("#won").textContent = money(won);
    clearTimeout(this.unlit);
    this.unlit = setTimeout(() => this.darken(), LIT_MS);
    this.strip(this.view);
    if (warned?.includes(seat))
      announce("A wager of yours was under the minimum; the next such goes back", { bad: true });
    this.terminal.sound(won ? "win" : "result");
    announce(won ? `${resultWords(result)}. You win ${money(won)}.` : `${resultWords(result)}.`);
  }

  darken() {
    this.unlit = undefined;
    this.terminal.felt.light([]);
    this.lucky(this.view);
    if (!this.landing) this.strip(this.view);
  }

  /** Show the chips, the credit and what the next chip may do, which were held for the result. */
  release() {
    if (!this.held) return;
    this.held = false;
    this.terminal.felt.laid.fade();
    this.lay(this.view);
    this.terminal.legality.show();
    this.terminal.status.meter();
  }

  /** @param {{ lines?: Line[], clause: string, called: string, reason: string }} event */
  invalid(event) {
    announce(`${calledOf(event)}. Nothing was decided`, { clause: event.clause, bad: true });
    this.terminal.bets.resulted(this.decided((event.lines ?? []).filter((line) => this.isOwn(line))));
  }

  /**
   * Lines of a settlement as what was put up; a wager that had travelled to a number is put up where it began.
   * @param {Line[]} lines
   */
  decided(lines) {
    const { areas } = this.terminal.felt;
    return lines.map(({ wager, on, stake }) => ({
      wager,
      on: areas.has(spotKey(wager, on)) ? on : null,
      amount: stake,
    }));
  }

  /** @param {View} view */
  show(view) {
    this.round = view.round;
    this.terminal.felt.laid.colour = view.colours?.taken[this.terminal.seat]?.[0][0] ?? "";
    if (!this.held) this.lay(view);
    if (!this.landing) this.strip(view);
    if (view.lucky || !(this.held || (this.unlit && view.uncalled))) this.lucky(view); // the numbers of a round stay in sight with its result
  }

  /** @param {View} view */
  lay(view) {
    this.terminal.felt.laid.stakes(view.stakes, this.terminal.seat);
    this.terminal.felt.freeze(view.frozen ?? []);
  }

  /**
   * The last results, and the dolly or the puck.
   * @param {View} view
   */
  strip(view) {
    const last = view.history.at(-1);
    const { felt } = this.terminal;
    if (view.spins)
      felt.dolly(last && (view.uncalled || this.unlit) ? String(last.result) : ""); // lifted when bets are called for
    else felt.puck(view.point);
    find("#history").replaceChildren(...view.history.slice(-SHOWN).reverse().map(historyItem));
  }

  /**
   * Lucky Ball: the number of each colour on its area and in the strip, the boosted one marked.
   * @param {View} view
   */
  lucky(view) {
    const drawn = Object.entries(view.lucky ?? {});
    const [boosted, odds] = view.boost ?? [];
    const { felt, card } = this.terminal;
    for (const { key, on } of felt.areas.values()) {
      if (card[key]?.concept === "lucky-ball") felt.print(key, view.lucky ? String(view.lucky[String(on)]) : "");
    }
    find("#lucky").hidden = !drawn.length;
    find("#lucky").replaceChildren(
      ...drawn.map(([colour, number]) => {
        const boost = colour === boosted ? ` ${odds}` : "";
        return element(
          "li",
          { class: `ball ${colour}${boost ? " boosted" : ""}`, "aria-label": `${colour} ${number}${boost}` },
          element("b", { text: String(number) }),
          element("span", { text: `${colour}${boost ? ` ◆ ${odds}` : ""}` }),
        );
      }),
    );
  }
}
