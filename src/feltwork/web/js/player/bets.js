// What a player did with chips this round: undo, redo, clear, rebet and double, as plain plans of commands.
// Nothing here knows the rules; every plan goes to the table, which may refuse any part of it.

import { spotKey } from "../common/money.js";

const MOST_STEPS = 10;

export class Bets {
  constructor(seat) {
    this.seat = seat;
    this.done = []; // steps that may be undone: each the parts {wager, on, amount} that were put down, or taken down
    this.undone = [];
    this.last = []; // what the last result that decided anything took off the layout
  }

  placed(parts) {
    this._did({ parts, down: false });
  }

  taken(parts) {
    this._did({ parts, down: true });
  }

  // The last step that can be taken back, with the commands that do it; nothing where there is none.
  undo(stakes) {
    return this._turn(this.done, this.undone, stakes, false);
  }

  redo(stakes) {
    return this._turn(this.undone, this.done, stakes, true);
  }

  // What the table would not do stays as it is, and is tried no more.
  refused(step, parts) {
    step.parts = step.parts.filter((part) => !parts.includes(part));
    this.done = this.done.filter((other) => other.parts.length);
    this.undone = this.undone.filter((other) => other.parts.length);
  }

  rebet(stakes) {
    const lying = new Set(this.own(stakes).map((stake) => spotKey(stake.wager, stake.on)));
    return merged(this.last).filter((part) => !lying.has(spotKey(part.wager, part.on)));
  }

  double(stakes) {
    return this.own(stakes).map((stake) => ({
      wager: stake.wager,
      on: stake.placed_on ?? stake.on,
      amount: stake.stake,
    }));
  }

  // A result came: what it decided can be put up again.
  resulted(decided) {
    if (decided.length) this.last = decided;
    this.done = [];
    this.undone = [];
  }

  // Chips lie elsewhere now: what was put down before cannot be taken back step by step.
  moved() {
    this.done = [];
    this.undone = [];
  }

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

  remove({ wager, on }, amount = null) {
    return { type: "remove-wager", seat: this.seat, wager, on: on ?? null, amount };
  }

  _did(step) {
    if (step.parts.length) this.done = [...this.done, step].slice(-MOST_STEPS);
    this.undone = [];
  }

  // Chips that somebody took away meanwhile, at another screen or at the table, are passed over.
  _turn(from, onto, stakes, again) {
    for (let step = from.pop(); step; step = from.pop()) {
      const takes = step.down === again;
      const parts = takes ? this._lying(step.parts, stakes) : step.parts;
      if (!parts.length) continue;
      const turned = { ...step, parts };
      onto.push(turned);
      return {
        step: turned,
        commands: parts.map((part) => (takes ? this.remove(part, part.amount) : this.place(part))),
      };
    }
    return null;
  }

  _lying(parts, stakes) {
    const lies = new Map(this.own(stakes).map(({ wager, on, stake }) => [spotKey(wager, on), stake]));
    return parts
      .map((part) => ({ ...part, amount: Math.min(part.amount, lies.get(spotKey(part.wager, part.on)) ?? 0) }))
      .filter(({ amount }) => amount > 0);
  }

  own(stakes) {
    return stakes.filter((stake) => stake.seat === this.seat);
  }
}

// A stake as it would be put up again, by what it is made of; nothing for one that has travelled: it would begin anew.
export function partsOf({ wager, on, placed_on: began, stake, tokens = 0, checks = 0 }) {
  if (spotKey(wager, on) !== spotKey(wager, began)) return [];
  const made = { chips: stake - tokens - checks, tokens, checks };
  return Object.entries(made)
    .filter(([, amount]) => amount)
    .map(([instrument, amount]) => ({ wager, on, amount, instrument }));
}

// Several chips on one spot are one wager.
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

// The odds that a line wager may take now: the rider, and how many chips are paid without a remainder.
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
