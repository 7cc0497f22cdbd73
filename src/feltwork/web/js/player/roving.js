// One tab stop for a zone, arrow keys inside it: the nearest place in the direction of the arrow.

import { findAll, targetOf } from "../common/page.js";

/** @typedef {{ x: number, y: number }} Place */

/** @type {Record<string, Place>} */
const STEPS = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
const ASIDE = 3; // how much further a place counts that lies aside of the way
const LEAST = 2; // pixels

/** @param {HTMLElement} node */
function middle(node) {
  const { left, top, width, height } = node.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

/**
 * How far aside of a box a point lies, across a direction.
 * @param {Place} from
 * @param {Place} at
 * @param {DOMRect | undefined} box
 * @param {Place} step
 */
function asideOf(from, at, box, step) {
  if (!box) return Math.abs((at.x - from.x) * step.y) + Math.abs((at.y - from.y) * step.x);
  return step.x
    ? Math.max(0, box.top - from.y, from.y - box.bottom)
    : Math.max(0, box.left - from.x, from.x - box.right);
}

/**
 * The nearest of some places in a direction; nothing where none lies there. What spans the way is not aside of it.
 * @template Item
 * @param {{ item: Item, at: Place, box?: DOMRect }[]} places
 * @param {Place} from
 * @param {Place} step
 * @returns {Item | null}
 */
export function nearest(places, from, step) {
  let found = null;
  let least = Infinity;
  for (const { item, at, box } of places) {
    const along = (at.x - from.x) * step.x + (at.y - from.y) * step.y;
    const aside = asideOf(from, at, box, step);
    if (along > LEAST && along + ASIDE * aside < least) [found, least] = [item, along + ASIDE * aside];
  }
  return found;
}

/**
 * @param {HTMLElement | SVGSVGElement} zone
 * @param {string} selector what can be chosen in it
 * @param {{ at?: (node: HTMLElement) => Place, passes?: string }} [how] where a place is; what the Shift key passes by
 */
export function rove(zone, selector, { at = middle, passes = "" } = {}) {
  const all = () => findAll(selector, zone);
  const shown = () => all().filter((node) => node.getClientRects().length && !node.matches(".later, :disabled"));
  const stop = (/** @type {HTMLElement | undefined} */ chosen) => {
    for (const node of all()) {
      const index = node === chosen ? "0" : "-1";
      if (node.getAttribute("tabindex") !== index) node.setAttribute("tabindex", index);
    }
  };
  const keep = () => {
    const current = all().find((node) => node.getAttribute("tabindex") === "0" && shown().includes(node));
    stop(current ?? shown()[0]);
  };
  zone.addEventListener("focusin", (event) => {
    const node = /** @type {HTMLElement | null} */ (targetOf(event).closest(selector));
    if (node) stop(node);
  });
  zone.addEventListener("keydown", (/** @type {any} */ event) => {
    const step = STEPS[event.key];
    const from = /** @type {HTMLElement | null} */ (targetOf(event).closest(selector));
    if (!step || !from) return;
    event.preventDefault();
    const others = shown().filter((node) => node !== from && !(event.shiftKey && passes && node.matches(passes)));
    nearest(
      others.map((item) => ({ item, at: at(item), box: item.getBoundingClientRect() })),
      at(from),
      step,
    )?.focus();
  });
  new MutationObserver(keep).observe(zone, {
    childList: true,
    subtree: !passes,
    attributes: true,
    attributeFilter: ["hidden", "disabled"],
  });
  keep();
}
