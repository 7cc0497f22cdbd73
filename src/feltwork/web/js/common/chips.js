// Chips on a drawing: stacks, colour checks, and what has room in a narrow area.

import { short } from "./money.js";
import { shape, text } from "./svg.js";

/** @import { Point } from "./svg.js" */

const TALLEST = 5;
const CHIP = 42;
const LEAN = 14;
export const SMALL_CHIP = 26;

/**
 * The chips of the house, as the layout tells them, largest first.
 * @type {number[]}
 */
let values = [];

/** @param {{ cents: number }[]} chips */
export function useChips(chips) {
  values = chips.map(({ cents }) => cents).sort((a, b) => b - a);
}

/**
 * The fewest chips that make an amount, largest first.
 * @param {number} cents
 */
export function stackOf(cents) {
  const found = [];
  for (const value of values) {
    while (cents >= value) {
      found.push(value);
      cents -= value;
    }
  }
  return found;
}

/**
 * One of a player's own colour checks: no value is printed on it, so a letter tells colours apart without colour.
 * @param {Point} middle
 * @param {number} size
 * @param {string} colour
 */
function check([x, y], size, colour) {
  const half = size / 2;
  return shape(
    "g",
    { class: `check check-${colour}`, transform: `translate(${x - half} ${y - half}) scale(${size / 42})` },
    shape("circle", { cx: 21, cy: 21, r: 20, class: "body" }),
    shape("circle", { cx: 21, cy: 21, r: 17, class: "edge", pathLength: 48 }),
    text({ x: 21, y: 27 }, colour.slice(0, 2).toUpperCase()),
  );
}

export const labelWidth = (/** @type {string} */ label) => 12 + 8 * label.length;

/**
 * How chips look: how large, of which kind and colour, what is said of them, and whether they are the player's own.
 * @typedef {{ size?: number, kind?: string, label?: string, colour?: string, ring?: boolean, picture?: boolean, off?: boolean }} Look
 */

/**
 * A stack that leans, with its total.
 * @param {Point} middle
 * @param {number} cents
 * @param {Look} [look]
 * @returns {SVGGElement}
 */
export function chips([x, y], cents, { size = CHIP, kind = "", label = short(cents), colour = "", ring = false } = {}) {
  const half = size / 2;
  const group = shape("g", { class: `chips ${kind}`, "data-cents": cents });
  group.style.transformOrigin = `${x}px ${y}px`; // on a felt that is turned they stand upright where they lie
  if (colour) group.append(check([x, y + size / 9], size, colour), check([x, y], size, colour));
  else
    stackOf(cents)
      .slice(0, TALLEST)
      .forEach((value, i) => {
        const lean = (size * i) / LEAN;
        group.append(
          shape("use", { href: `#chip-${value}`, x: x - half + i, y: y - half - lean, width: size, height: size }),
        );
      });
  if (ring) {
    const above = colour ? 0 : Math.min(stackOf(cents).length, TALLEST) - 1;
    group.append(shape("circle", { cx: x + above, cy: y - (size * above) / LEAN, r: half, class: "ring" }));
  }
  const wide = labelWidth(label);
  const below = size > SMALL_CHIP ? half - 6 : 2;
  group.append(
    shape("rect", { x: x - wide / 2, y: y + below, width: wide, height: 17, rx: 8, class: "total-back" }),
    text({ x, y: y + below + 13, class: "total" }, label),
  );
  return group;
}

export const pill = (/** @type {string} */ label) => 10 + 7.5 * label.length;
const OVER = 4; // how far an amount lies over its chip

/**
 * In a narrow area: one chip, or none where there is no room, and the amount beside it.
 * @param {number} left
 * @param {number} y
 * @param {number} cents
 * @param {Look & { size: number, label: string, room?: number }} look
 * @returns {SVGGElement}
 */
export function flat(
  left,
  y,
  cents,
  { size, kind, label, colour = "", picture = true, off = false, ring = false, room = 0 },
) {
  const group = shape("g", { class: `chips flat ${kind}`, "data-cents": cents });
  /** @type {Point} */
  const middle = [left + size / 2, y];
  if (picture && colour) group.append(check(middle, size, colour));
  else if (picture)
    group.append(
      shape("use", {
        href: off ? "#puck-off" : `#chip-${stackOf(cents)[0]}`,
        x: left,
        y: y - size / 2,
        width: size,
        height: size,
      }),
    );
  if (picture && ring) group.append(shape("circle", { cx: middle[0], cy: y, r: size / 2, class: "ring" }));
  const over = room ? Math.max(OVER, size - OVER + pill(label) - room) : OVER; // a long amount lies further over its chip
  const start = picture ? left + size - over : left;
  group.append(
    shape(
      "g",
      { class: "amount" },
      shape("rect", { x: start, y: y - 9, width: pill(label), height: 17, rx: 8, class: "total-back" }),
      text({ x: start + pill(label) / 2, y: y + 4, class: "total" }, label),
    ),
  );
  return group;
}

/**
 * What of own and others' chips has room side by side: one's own chip is always there; of the others' first the chip
 * goes, then the amount.
 * @param {number} width
 * @param {number} size
 * @param {string | null} own
 * @param {string | null} others
 */
export function inStrip(width, size, own, others) {
  const wide = (/** @type {string | null} */ label, /** @type {boolean} */ picture) =>
    label === null ? 0 : pill(label) + (picture ? size - OVER : 0);
  for (const theirs of [true, false]) {
    if (wide(own, true) + wide(others, theirs) + (own !== null && others !== null ? 2 : 0) <= width)
      return { theirs, own: wide(own, true), others: wide(others, theirs) };
  }
  return {
    theirs: own === null ? false : null,
    own: Math.min(wide(own, true), width),
    others: own === null ? wide(others, false) : 0,
  };
}
