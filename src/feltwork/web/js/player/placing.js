// What the player does with chips: put down, take back, put up again. Every part goes to the table, which judges it.

import { makeKey } from "../common/link.js";
import { money, spotKey } from "../common/money.js";
import { announce } from "../common/page.js";
import { text } from "../common/text.js";
import { worded } from "../common/wording.js";
import { oddsFor, partsOf } from "./bets.js";
import { shortOfFull, upTo } from "./units.js";

/** @import { Area } from "../common/felt.js" */
/** @import { Answer, Command, Stake } from "../common/messages.js" */
/** @import { Terminal } from "./terminal.js" */

const SOON = 20;

export class Placing {
  /** @param {Terminal} terminal */
  constructor(terminal) {
    this.terminal = terminal;
    this.busy = false;
    this.version = 0; // of the table, with the last of these wagers in it
    /** @type {Promise<number>[]} */
    this.underway = []; // chips put down that are not answered yet
    this.turn = Promise.resolve(); // steps are taken back one after the other
  }

  // This screen shows all that was done from it.
  async shown() {
    while (this.link.up && this.link.view.version < this.version)
      await new Promise((resolve) => setTimeout(resolve, SOON));
  }

  /**
   * What is worked out from all that lies is done one at a time, and the next only once this screen shows what the one
   * before it did: a finger that taps twice would put the same up twice.
   * @param {(...given: any[]) => any} act
   */
  async alone(act) {
    if (this.busy) return;
    this.busy = true;
    try {
      await act();
      await this.shown();
    } finally {
      this.busy = false;
    }
  }

  get bets() {
    return this.terminal.bets;
  }
  get link() {
    return this.terminal.link;
  }
  get felt() {
    return this.terminal.felt;
  }
  get stakes() {
    return this.link.view.stakes;
  }

  /**
   * @param {string} key
   * @param {string} wager
   */
  name(key, wager) {
    return this.terminal.card[key]?.name ?? this.terminal.card[wager]?.name ?? wager;
  }

  /**
   * Put up several wagers together, as one step to undo. What is refused is said, each with its reason.
   * @param {any[]} parts
   */
  async place(parts, done = "") {
    const placing = this.all(parts, done);
    this.underway.push(placing);
    const stood = await placing;
    this.underway = this.underway.filter((other) => other !== placing);
    return stood;
  }

  /**
   * @param {any[]} parts
   * @param {any} done
   */
  async all(parts, done) {
    /** @type {any[]} */
    const refused = [];
    const { round } = this.link.view;
    const told = await Promise.all(parts.map((/** @type {any} */ part) => this.one(part, refused)));
    const stood = told.filter(Boolean);
    if (stood.length && round === this.link.view.round) this.bets.placed(stood); // a lost answer may be found out too late
    if (refused.length) this.terminal.sound("bounce");
    else if (stood.length) this.terminal.sound("chip");
    const [first] = refused;
    if (first && (parts.length === 1 || !this.link.up))
      this.terminal.refuse(first, spotKey(parts[0].wager, parts[0].on));
    else if (first) this.terminal.refuse({ why: stopped(done, parts.length, refused) });
    else if (done && stood.length) announce(done);
    return stood.length;
  }

  /**
   * @param {any} part
   * @param {any} refused
   */
  async one(part, refused) {
    const key = makeKey();
    this.felt.laid.pending(key, part.wager, part.on, part.amount);
    const made = { ...part, instrument: this.terminal.hand.instrument }; // put up again, it is in the same
    const answer = await this.order(this.bets.place(made), key);
    if (answer.ack) {
      this.felt.laid.arrived(key);
      return made;
    }
    this.felt.laid.bounced(key);
    refused.push({ ...answer, name: this.name(spotKey(part.wager, part.on), part.wager) });
    return null;
  }

  /** @param {Command} command */
  async order(command, key = makeKey()) {
    const answer = await this.link.do(command, key);
    if (answer.ack) this.version = Math.max(this.version, answer.version ?? 0);
    return answer;
  }

  // A chip that is not answered yet is taken back once it is; if it was refused, that was all.
  undo() {
    const last = this.underway.pop();
    return this.inTurn(async () => {
      if (last && !(await last)) return;
      await this.step("undo");
    });
  }

  redo() {
    return this.inTurn(() => this.step("redo"));
  }

  /** @param {(...given: any[]) => any} act */
  inTurn(act) {
    this.turn = this.turn.then(act, act);
    return this.turn;
  }

  /** @param {"undo" | "redo"} way */
  async step(way) {
    await this.shown();
    const turned = this.bets[way](this.stakes);
    if (!turned) return announce(text(`player.nothing-to-${way}`));
    const { step, commands } = turned;
    const { parts } = step;
    /** @type {Answer[]} */
    const answers = [];
    for (const command of commands) answers.push(await this.order(command));
    const refused = answers.filter(({ ack }) => !ack);
    if (!refused.length) return undefined;
    this.bets.refused(
      step,
      parts.filter((/** @type {any} */ _, /** @type {number} */ i) => !answers[i].ack),
    );
    const why = text(`player.cannot-${way}`, { why: worded(refused[0].why) });
    return this.terminal.refuse({ why, clause: refused[0].clause });
  }

  // Everything that may come down, as one step to undo.
  async clear() {
    const own = this.bets.own(this.stakes);
    if (!own.length) return announce(text("player.nothing-on-felt"));
    const kept = [];
    const taken = [];
    for (const stake of own) {
      const answer = await this.order(this.bets.remove(stake));
      if (answer.ack) taken.push(...partsOf(stake));
      else
        kept.push(
          text("player.stays", {
            wager: this.name(spotKey(stake.wager, stake.on), stake.wager),
            why: worded(answer.why),
            clause: answer.clause ?? "",
          }),
        );
    }
    this.bets.taken(taken);
    return announce(kept.length ? kept.join("; ") : text("player.cleared"), { bad: kept.length > 0 });
  }

  async rebet() {
    const parts = this.bets.rebet(this.stakes);
    if (!parts.length) return announce(text("player.nothing-to-rebet"));
    await this.terminal.legality.learn(); // a hand is quicker than the table's word on what the last result opened
    const legal = parts.filter(
      (/** @type {Record<string, any>} */ { wager, on }) => this.terminal.legality.spots[spotKey(wager, on)]?.ok,
    );
    return legal.length
      ? this.place(legal, text("player.rebet-done"))
      : this.terminal.refuse({ why: text("player.no-rebet-now") });
  }

  double() {
    const parts = this.bets.double(this.stakes);
    return parts.length ? this.place(parts, text("player.doubled")) : announce(text("player.nothing-on-felt"));
  }

  // Odds behind every line wager that may take them, in stakes that are paid without a remainder.
  odds() {
    const { view } = this.link;
    const riders = oddsFor(this.terminal.card, view.stakes, this.terminal.seat, view.point);
    if (!riders.length) return this.terminal.refuse({ why: text("player.no-odds-now") });
    const parts = riders.map(({ wager, on, unit }) => ({
      wager,
      on,
      amount: upTo(this.terminal.hand.chip, unit * view.chip),
    }));
    const said = riders.map(({ name, point, pays, unit }, i) =>
      text("player.odds-taken", {
        wager: name,
        point: String(point),
        amount: money(parts[i].amount),
        pays,
        unit: money(unit * view.chip),
      }),
    );
    return this.place(parts, said.join("; "));
  }

  // Bring every own stake up to one that is paid in full.
  roundUp() {
    const { view } = this.link;
    const parts = shortOfFull(this.terminal.card, view.stakes, this.terminal.seat, view.chip, view.point);
    if (!parts.length) return announce(text("player.all-in-full"));
    return this.place(
      parts,
      parts.map(({ name, unit }) => text("player.rounded", { wager: name, unit: money(unit) })).join("; "),
    );
  }

  /**
   * All chips of a wager to another place, in one step: if they may not lie there, they stay where they are.
   * @param {Stake} stake
   * @param {Area} area
   */
  async move(stake, area) {
    const { wager, on } = stake;
    const { seat } = this.terminal;
    const to = { to: area.wager, to_on: area.on ?? null };
    const answer = await this.order({ type: "move-wager", seat, wager, on: on ?? null, ...to });
    if (!answer.ack) {
      this.terminal.refuse(answer, area.key);
      return false;
    }
    this.bets.moved();
    this.terminal.sound("chip");
    return true;
  }

  /** @param {Stake} stake */
  async takeDown(stake) {
    const answer = await this.order(this.bets.remove(stake));
    if (answer.ack) this.bets.taken(partsOf(stake));
    else this.terminal.refuse(answer, spotKey(stake.wager, stake.on));
    return Boolean(answer.ack);
  }

  /**
   * @param {Stake} stake
   * @param {any} working
   */
  async call(stake, working, alone = false) {
    const { seat } = this.terminal;
    const done = await this.terminal.send({
      type: "call-wager",
      seat,
      wager: stake.wager,
      on: stake.on,
      working,
      alone,
    });
    if (done) announce(text(working ? "player.called-on" : "player.called-off"));
    return done;
  }
}

/**
 * @param {any} done
 * @param {number} count
 * @param {any} refused
 */
function stopped(done, count, refused) {
  const first = refused.map(
    (/** @type {Record<string, any>} */ { name, why, clause }) =>
      `${name}: ${worded(why)}${clause ? ` (${clause})` : ""}`,
  );
  const went = count - refused.length;
  return `${text("player.some-placed", { done: done || text("player.placed"), went, count })} ${first.join("; ")}`;
}
