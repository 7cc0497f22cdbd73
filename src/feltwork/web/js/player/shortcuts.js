// Several ordinary wagers by one button: across, inside, neighbours on the wheel. The table judges each by itself.

import { spotKey } from "../common/money.js";

import { fullUnit, upTo } from "./units.js";

/** @import { Terminal } from "./terminal.js" */

const NEIGHBOURS = 2;
// What a wager on one number of a wheel is in every book that has it.
const SINGLE = "straight";

/**
 * One part: the least that a chip should add there, brought up to the minimum and to a stake that is paid in full.
 * @param {Terminal} terminal
 * @param {string} key
 */
function part(terminal, key) {
  const spot = terminal.card[key];
  const { chip, point } = terminal.link.view;
  const legal = terminal.legality.spots[key];
  const least = Math.max(terminal.hand.chip, legal?.next ?? 0);
  return { wager: spot.wager, on: spot.on, amount: upTo(least, fullUnit(spot, chip, point)) };
}

/**
 * A number with its neighbours on the wheel, as they lie around it.
 * @param {any} order
 * @param {number | string} pocket
 */
export function neighbours(order, pocket, each = NEIGHBOURS) {
  const at = order.findIndex((/** @type {any} */ other) => String(other) === String(pocket));
  return Array.from({ length: 2 * each + 1 }, (_, i) => order[(at - each + i + order.length) % order.length]);
}

/**
 * A wager on each of them.
 * @param {Terminal} terminal
 * @param {number | string} pocket
 */
export function aroundOn(terminal, pocket) {
  const single = Object.values(terminal.card).find((spot) => spot.concept === SINGLE);
  if (!single) return [];
  return neighbours(terminal.order, pocket).map((number) => part(terminal, spotKey(single.wager, number)));
}

/**
 * The book's groups of wagers, as they would be put up now.
 * @param {Terminal} terminal
 */
export function shortcuts(terminal) {
  const { point } = terminal.link.view;
  return terminal.shortcuts.map(({ name, parts, not_point }) => ({
    name,
    parts: parts
      .filter(({ on }) => !(not_point && on === point))
      .map(({ wager, on, times }) => {
        const made = part(terminal, spotKey(wager, on));
        return { ...made, amount: made.amount * times };
      }),
  }));
}
