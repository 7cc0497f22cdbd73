// Stakes that are paid in full: the book's odds in lowest terms say how many chips that takes.

import { money, spotKey } from "../common/money.js";
import { text } from "../common/text.js";

/** @import { Card, Limit, Selection, Spot, Stake } from "../common/messages.js" */

/**
 * The least stake, in cents, that this spot pays without a remainder.
 * @param {Spot | undefined} spot
 * @param {number} chip
 * @param {Selection} point
 */
export function fullUnit(spot, chip, point = null) {
  const chips =
    (typeof point === "number" && spot?.full_on?.[point]) ||
    (spot?.full_on && Object.keys(spot.full_on).length ? 1 : (spot?.full ?? 1));
  return chips * chip;
}

/**
 * @param {number} amount
 * @param {number} unit
 */
export function upTo(amount, unit) {
  return Math.ceil(amount / unit) * unit;
}

/**
 * Own stakes that would be paid a rounded amount, and what to add to each so that they are not.
 * @param {Card} card
 * @param {Stake[]} stakes
 * @param {number} seat
 * @param {number} chip
 * @param {Selection} point
 */
export function shortOfFull(card, stakes, seat, chip, point) {
  const found = [];
  for (const stake of stakes) {
    if (stake.seat !== seat) continue;
    const spot = card[spotKey(stake.wager, stake.on)] ?? card[stake.wager];
    const unit = fullUnit(spot, chip, point);
    const amount = upTo(stake.stake, unit) - stake.stake;
    if (amount > 0) found.push({ wager: stake.wager, on: stake.on, amount, unit, name: spot?.name ?? stake.wager });
  }
  return found;
}

/**
 * By how much a wager goes: in its own units, or in those on the sign; nothing where any stake will do.
 * @param {Spot | undefined} spot
 * @param {Limit} limit
 * @param {number} chip
 */
export function stepOf(spot, [, , unit = 0], chip) {
  return Math.max(unit, (spot?.units ?? 0) * chip);
}

/**
 * Why more went down than the chip in hand.
 * @param {Spot} spot
 * @param {Limit} limit
 * @param {number} chip
 * @param {number} amount
 */
export function raised(spot, limit, chip, amount) {
  const unit = stepOf(spot, limit, chip);
  return text(unit && amount % unit === 0 ? "player.goes-by" : "player.takes-least", {
    wager: spot.name,
    unit: money(unit),
    least: money(limit[0]),
    amount: money(amount),
  });
}
