// What a player did with chips this round: undo, redo, clear, rebet and double, as plain plans of commands.
// Nothing here knows the rules; every plan goes to the table, which may refuse any part of it.

import { spotKey } from "./money.js";

const MOST_STEPS = 10;

export class Bets {
  constructor(seat) {
    this.seat = seat;
    this.done = []; // steps that may be undone: each a list of {wager, on, amount}
    this.undone = [];
    this.last = []; // what the last result that decided anything took off the layout
  }

  placed(parts) {
    this.done = [...this.done, parts].slice(-MOST_STEPS);
    this.undone = [];
  }

  // The commands that take the last step back, or nothing to take back.
  undo() {
    const step = this.done.pop();
    if (!step) return null;
    this.undone.push(step);
    return step.map((part) => this.remove(part, part.amount));
  }

  // What the table would not take back still lies there, and is not to be put down a second time; nor the other way round.
  refused(commands) {
    const same = (part) => commands.some(({ wager, on, amount }) => spotKey(wager, on) === spotKey(part.wager, part.on) && amount === part.amount);
    const back = commands[0].type === "remove-wager";
    const from = back ? this.undone : this.done;
    const at = from.findLastIndex((step) => step.some(same));
    if (at < 0) return; // a result has come meanwhile
    const [step] = from.splice(at, 1);
    const went = step.filter((part) => !same(part));
    if (went.length) from.splice(at, 0, went);
    if (back) this.done.push(step.filter(same));
  }

  redo() {
    const step = this.undone.pop();
    if (!step) return null;
    this.done.push(step);
    return step.map((part) => this.place(part));
  }

  clear(stakes) {
    this.done = [];
    this.undone = [];
    return this._own(stakes).map((stake) => this.remove(stake));
  }

  rebet(stakes) {
    const lying = new Set(this._own(stakes).map((stake) => spotKey(stake.wager, stake.on)));
    return merged(this.last).filter((part) => !lying.has(spotKey(part.wager, part.on)));
  }

  double(stakes) {
    return this._own(stakes).map((stake) => ({ wager: stake.wager, on: stake.placed_on ?? stake.on, amount: stake.stake }));
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
    return { type: "place-wager", seat: this.seat, wager, amount, on: on ?? null, ...(instrument === "chips" ? {} : { instrument }) };
  }

  remove({ wager, on }, amount = null) {
    return { type: "remove-wager", seat: this.seat, wager, on: on ?? null, amount };
  }

  _own(stakes) {
    return stakes.filter((stake) => stake.seat === this.seat);
  }
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
