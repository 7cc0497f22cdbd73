// What a player did with chips this round: undo, redo, clear, rebet and double, as plain plans of commands.
// Nothing here knows the rules; every plan goes to the table, which may refuse any part of it.

import { spotKey } from "../common/money.js";

/** @import { Card, Selection, Stake } from "../common/messages.js" */

const MAX_STEPS = 10;

/**
 * Chips on a spot.
 * @typedef {{ wager: string, on: Selection, amount: number, instrument?: string }} Part
 */

/**
 * Parts that were put down together, or taken down.
 * @typedef {{ parts: Part[], down: boolean }} Step
 */

export class Bets {
  /** @param {number} seat */
  constructor(seat) {
    this.seat = seat;
    /** @type {Step[]} */
    this.done = []; // steps that may be undone: each the parts {wager, on, amount} that were put down, or taken down
    /** @type {Step[]} */
    this.undone = [];
    /** @type {Part[]} */
    this.last = []; // what the last result that decided anything took off the layout
  }

  /** @param {any[]} parts */
  placed(parts) {
    this._did({ parts, down: false });
  }

  /** @param {any[]} parts */
  taken(parts) {
    this._did({ parts, down: true });
  }

  /**
   * The last step that can be taken back, with the commands that do it; nothing where there is none.
   * @param {Stake[]} stakes
   */
  undo(stakes) {
    return this._turn(this.done, this.undone, stakes, false);
  }

  /** @param {Stake[]} stakes */
  redo(stakes) {
    return this._turn(this.undone, this.done, stakes, true);
  }

  /**
   * What the table would not do stays as it is, and is tried no more.
   * @param {any} step
   * @param {any[]} parts
   */
  refused(step, parts) {
    step.parts = step.parts.filter((/** @type {any} */ part) => !parts.includes(part));
    this.done = this.done.filter((other) => other.parts.length);
    this.undone = this.undone.filter((other) => other.parts.length);
  }

  /** @param {Stake[]} stakes */
  rebet(stakes) {
    const lying = new Set(this.own(stakes).map((/** @type {Stake} */ stake) => spotKey(stake.wager, stake.on)));
    return merged(this.last).filter((part) => !lying.has(spotKey(part.wager, part.on)));
  }

  /** @param {Stake[]} stakes */
  double(stakes) {
    return this.own(stakes).map((/** @type {Stake} */ stake) => ({
      wager: stake.wager,
      on: stake.placed_on ?? stake.on,
      amount: stake.stake,
    }));
  }

  /**
   * A result came: what it decided can be put up again.
   * @param {any} decided
   */
  resulted(decided) {
    if (decided.length) this.last = decided;
    /** @type {Step[]} */
    this.done = [];
    /** @type {Step[]} */
    this.undone = [];
  }

  // Chips lie elsewhere now: what was put down before cannot be taken back step by step.
  moved() {
    /** @type {Step[]} */
    this.done = [];
    /** @type {Step[]} */
    this.undone = [];
  }

  /** @param {Record<string, any>} given */
  place({ wager, on, amount, instrument = "chips" }) {
    return {
      type: "place-wager",
      seat: this.seat,
      wager,
      amount,
      on: on ?? null,
      ...(instrument === "chips" ? {} : { instrument }),
    };
  }

  /** @param {Record<string, any>} given */
  remove({ wager, on }, amount = null) {
    return { type: "remove-wager", seat: this.seat, wager, on: on ?? null, amount };
  }

  /** @param {any} step */
  _did(step) {
    if (step.parts.length) this.done = [...this.done, step].slice(-MAX_STEPS);
    /** @type {Step[]} */
    this.undone = [];
  }

  /**
   * Chips that somebody took away meanwhile, at another screen or at the table, are passed over.
   * @param {any} from
   * @param {any} onto
   * @param {Stake[]} stakes
   * @param {any} again
   */
  _turn(from, onto, stakes, again) {
    for (let step = from.pop(); step; step = from.pop()) {
      const takes = step.down === again;
      const parts = takes ? this._lying(step.parts, stakes) : step.parts;
      if (!parts.length) continue;
      const turned = { ...step, parts };
      onto.push(turned);
      return {
        step: turned,
        commands: parts.map((/** @type {any} */ part) => (takes ? this.remove(part, part.amount) : this.place(part))),
      };
    }
    return null;
  }

  /**
   * @param {any[]} parts
   * @param {Stake[]} stakes
   */
  _lying(parts, stakes) {
    const lies = new Map(
      this.own(stakes).map((/** @type {Record<string, any>} */ { wager, on, stake }) => [spotKey(wager, on), stake]),
    );
    return parts
      .map((/** @type {any} */ part) => ({
        ...part,
        amount: Math.min(part.amount, lies.get(spotKey(part.wager, part.on)) ?? 0),
      }))
      .filter((/** @type {Record<string, any>} */ { amount }) => amount > 0);
  }

  /** @param {Stake[]} stakes */
  own(stakes) {
    return stakes.filter((/** @type {Stake} */ stake) => stake.seat === this.seat);
  }
}

/**
 * A stake as it would be put up again, by what it is made of; nothing for one that has travelled: it would begin anew.
 * @param {Record<string, any>} given
 */
export function partsOf({ wager, on, placed_on: began, stake, tokens = 0, checks = 0 }) {
  if (spotKey(wager, on) !== spotKey(wager, began)) return [];
  const made = { chips: stake - tokens - checks, tokens, checks };
  return Object.entries(made)
    .filter(([, amount]) => amount)
    .map(([instrument, amount]) => ({ wager, on, amount, instrument }));
}

/**
 * Several chips on one spot are one wager.
 * @param {any[]} parts
 */
export function merged(parts) {
  const sums = new Map();
  for (const { wager, on, amount } of parts) {
    const key = spotKey(wager, on);
    const sum = sums.get(key);
    if (sum) sum.amount += amount;
    else sums.set(key, { wager, on, amount });
  }
  return [...sums.values()];
}

/**
 * The odds that a line wager may take now: the rider, and how many chips are paid without a remainder.
 * @param {Card} card
 * @param {Stake[]} stakes
 * @param {number} seat
 * @param {any} point
 */
export function oddsFor(card, stakes, seat, point) {
  const found = [];
  for (const stake of stakes) {
    if (stake.seat !== seat) continue;
    const on = typeof stake.on === "number" ? stake.on : null;
    const rider = Object.values(card).find((spot) => spot.parent === stake.wager && (spot.on ?? null) === on);
    const by = on ?? point;
    if (!rider || typeof by !== "number") continue;
    const unit = rider.full_on?.[by] ?? rider.full ?? 1;
    const pays = Object.values(card).find((spot) => spot.wager === rider.wager && spot.on === by)?.pays ?? rider.pays;
    found.push({ wager: rider.wager, on: rider.on ?? null, unit, point: by, pays, name: rider.title });
  }
  return found;
}
