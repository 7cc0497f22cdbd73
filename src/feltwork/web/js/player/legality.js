// Where the next chip may go and which chips may come down: asked of the table, shown on the felt, said to screen readers.

import { money, spotKey } from "../common/money.js";
import { text } from "../common/text.js";
import { worded } from "../common/wording.js";

/** @import { Legal, Removable } from "../common/messages.js" */
/** @import { Terminal } from "./terminal.js" */

const SOON_MS = 60;

export class Legality {
  /** @param {Terminal} terminal */
  constructor(terminal) {
    this.terminal = terminal;
    /** @type {Record<string, Legal>} */
    this.spots = {};
    /** @type {Record<string, Removable>} */
    this.removable = {};
    this.shown = { spots: this.spots, removable: this.removable }; // as the felt shows it
    this.asked = 0; // the chip for which legality was asked last
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.soon = undefined;
  }

  ask() {
    clearTimeout(this.soon);
    this.soon = setTimeout(() => this.learn(), SOON_MS);
  }

  async learn() {
    const { chip } = this.terminal.hand;
    const legal = await this.terminal.link.ask("legal", { chip });
    if (!legal) return; // no line: what was legal last is all that is known
    this.spots = legal.spots ?? {};
    this.removable = legal.removable ?? {};
    this.asked = chip;
    if (!this.terminal.results.held) this.show(); // what the next chip may do tells the result too, and waits for it
  }

  show() {
    this.shown = { spots: this.spots, removable: this.removable };
    this.terminal.felt.legal(this.spots);
    this.names();
    this.terminal.tip.again();
  }

  /** What a screen reader hears at each spot: the wager, the stake, what it pays, whether it works. */
  names() {
    const { felt, card } = this.terminal;
    for (const key of felt.areas.keys()) {
      const spot = card[key];
      if (!spot) continue;
      const stake = this.terminal.ownAt(key);
      const lies = stake ? `, ${money(stake.stake)}` : "";
      const works = stake ? text(stake.working ? "player.said-working" : "player.tip-off") : "";
      const barred =
        this.spots[key] && !this.spots[key].ok ? text("player.said-not-now", { why: worded(this.spots[key].why) }) : "";
      felt.describe(
        key,
        `${spot.name}${lies}${spot.pays ? text("player.said-pays", { pays: spot.pays }) : ""}${works}${barred}`,
      );
    }
  }

  /**
   * All that a spot tells about itself.
   * @param {string} key
   */
  about(key) {
    const { view } = this.terminal.link;
    const { seat, card } = this.terminal;
    const there = view.stakes.filter((stake) => spotKey(stake.wager, stake.on) === key);
    const others = there.filter((stake) => stake.seat !== seat).reduce((sum, stake) => sum + stake.stake, 0);
    return {
      card: card[key],
      spot: this.shown.spots[key],
      stake: there.find((stake) => stake.seat === seat),
      others,
      removable: this.shown.removable[key],
      chip: view.chip,
      point: view.point,
      comeOut: view.come_out,
    };
  }
}
