// What a result does to the screen: dice and wheel first, then light, amounts, words and the chips that go.

import { short, spotKey } from "../common/money.js";
import { announce, element, find } from "../common/page.js";
import { historyItem } from "../common/phase.js";
import { calledOf } from "../common/rounds.js";
import { text } from "../common/text.js";
import { eventOf, sayCall, sayEvent } from "./call.js";
import { netOf, ResultBar, totalOf } from "./resultbar.js";

/** @import { Line, Round, View } from "../common/messages.js" */
/** @import { Terminal } from "./terminal.js" */

const LIT_MS = 4000;
const SHOWN = 30;
const HANDED_BACK = ["draw", "void", "returned"];

/** @param {View} view */
const isClosed = ({ phase, closed, awaited }) => phase !== "betting" || closed || Boolean(awaited);

export class Results {
  /** @param {Terminal} terminal */
  constructor(terminal) {
    this.terminal = terminal;
    this.round = "";
    this.held = false; // chips, credit and betting wait while dice and ball still move, so that they tell nothing beforehand
    this.counts = false; // the credit counts to what a result made of it
    this.bar = new ResultBar(find("#lines"));
    /** @type {any} */
    this.point = null; // as it stood when the dice went out
    /** @type {View | null} */
    this.before = null;
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
    this.bar.last(totalOf(lines));
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
    this.point = this.before?.point ?? null;
    this.landing = this.terminal.stage.show(result, drawn).then(() => this.landed(event, own, shining));
  }

  /**
   * The dice or the ball lie still: light, amounts and words.
   * @param {{ result: any, warned?: number[] }} event
   * @param {Line[]} own
   * @param {string[]} lit
   */
  landed({ result, warned }, own, lit) {
    const { felt, seat, card } = this.terminal;
    this.landing = null;
    this.counts = true;
    this.release();
    this.terminal.tip.hide(); // a resting mouse or key has it over what is lit
    felt.light(lit);
    for (const line of own) {
      const { wager, on, result: became } = line;
      const net = netOf(line);
      if (net) felt.rise(wager, on, net > 0 ? `+${short(net)}` : `−${short(-net)}`, net > 0 ? "win" : "lose");
      else if (HANDED_BACK.includes(became)) felt.rise(wager, on, text("player.back"), "push");
    }
    clearTimeout(this.unlit);
    this.unlit = setTimeout(() => this.darken(), LIT_MS);
    this.strip(this.view);
    const call = sayCall(result, card, this.point);
    const total = this.bar.show(call, own, card, this.terminal.own().length > 0);
    this.event();
    this.terminal.sound(total > 0 ? "win" : "result");
    if (warned?.includes(seat)) announce(text("player.warned"), { bad: true });
  }

  /** The call of a result that the dealer has entered, before it is paid. */
  called() {
    const { entered, phase, point } = this.view;
    if (phase === "result entered" && !this.held) sayCall(entered, this.terminal.card, point);
  }

  /** A seven that freezes, or a boost: told on the stage once the dice lie still. */
  event() {
    const { view } = this;
    const found = this.before && eventOf(this.before, view, this.terminal.card);
    this.before = view;
    if (found) sayEvent(found);
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
    announce(text("player.nothing-decided-because", { called: calledOf(event) }), { clause: event.clause, bad: true });
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
    if (!this.held) this.event();
    if (isClosed(view) && !this.held) this.bar.clear();
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
    felt.printLucky(view, card);
    find("#lucky").hidden = !drawn.length;
    find("#lucky").replaceChildren(
      ...drawn.map(([colour, number]) => {
        const boost = colour === boosted ? ` ${odds}` : "";
        return element(
          "li",
          { class: `ball ${colour}${boost ? " boosted" : ""}`, "aria-label": `${colour} ${number}${boost}` },
          element("b", { text: String(number) }),
          element("span", { text: colour }),
          boost ? element("span", { class: "odds", text: `◆ ${odds}` }) : null,
        );
      }),
    );
  }
}
