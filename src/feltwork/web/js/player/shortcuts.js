// Several ordinary wagers by one button: across, inside, neighbours on the wheel. The table judges each by itself.

import { fullUnit, upTo } from "./units.js";

/** @import { Card } from "../common/messages.js" */
/** @import { Terminal } from "./terminal.js" */

const NEIGHBOURS = 2;
const CALLS = {
  "Voisins du zéro": [
    "street:0-2-3",
    "street:0-2-3",
    "split:4-7",
    "split:12-15",
    "split:18-21",
    "split:19-22",
    "split:32-35",
    "corner:25-26-28-29",
    "corner:25-26-28-29",
  ],
  Tiers: ["split:5-8", "split:10-11", "split:13-16", "split:23-24", "split:27-30", "split:33-36"],
  Orphelins: ["straight:1", "split:6-9", "split:14-17", "split:17-20", "split:31-34"],
};

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

const spotsOf = (/** @type {Card} */ card, /** @type {any} */ concept) =>
  Object.entries(card).filter(([, spot]) => spot.concept === concept && spot.on !== null);

/**
 * @param {Terminal} terminal
 * @param {string} name
 * @param {any} keys
 */
function named(terminal, name, keys) {
  const known = keys.filter((/** @type {string} */ key) => terminal.card[key]);
  return known.length === keys.length && known.length
    ? [{ name, parts: known.map((/** @type {string} */ key) => part(terminal, key)) }]
    : [];
}

/**
 * What the table's wagers allow: a name is offered where all of its spots are on the card.
 * @param {Terminal} terminal
 */
function byDice(terminal) {
  const { point } = terminal.link.view;
  const places = spotsOf(terminal.card, "place");
  const of = (/** @type {any} */ numbers) =>
    places.filter(([, spot]) => numbers.includes(spot.on) && spot.on !== point).map(([key]) => key);
  return [
    ...named(terminal, "Six and eight", of([6, 8])),
    ...named(terminal, "Inside: 5, 6, 8, 9", of([5, 6, 8, 9])),
    ...named(terminal, "Across: every number", of([4, 5, 6, 8, 9, 10])),
    ...named(
      terminal,
      "Every hardway",
      spotsOf(terminal.card, "hardway").map(([key]) => key),
    ),
    ...named(
      terminal,
      "Every pair",
      spotsOf(terminal.card, "specific-pair").map(([key]) => key),
    ),
    ...named(
      terminal,
      "Every total",
      spotsOf(terminal.card, "total").map(([key]) => key),
    ),
  ];
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
 * @param {Terminal} terminal
 * @param {number | string} pocket
 */
export function aroundOn(terminal, pocket) {
  return neighbours(terminal.order, pocket).map((number) => part(terminal, `straight:${number}`));
}

/** @param {Terminal} terminal */
export function shortcuts(terminal) {
  const { view } = terminal.link;
  if (!view.spins) return byDice(terminal);
  return terminal.order.includes("00")
    ? []
    : Object.entries(CALLS).flatMap(([name, keys]) => {
        const many = new Map();
        for (const key of keys) many.set(key, (many.get(key) ?? 0) + 1);
        return named(terminal, name, [...many.keys()]).map((made) => ({
          ...made,
          parts: made.parts.map((/** @type {any} */ p, /** @type {number} */ i) => ({
            ...p,
            amount: p.amount * [...many.values()][i],
          })),
        }));
      });
}
