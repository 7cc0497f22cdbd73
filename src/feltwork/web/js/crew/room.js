// Where in an area chips can lie without covering its words.

/** @import { Point } from "../common/svg.js" */

const STEP = 4; // how finely places are looked for
const EDGE = 2;
const INK = [0.22, 0.08]; // of a text's box, what above and below its letters is empty

/** @typedef {{ x: number, y: number, width: number, height: number }} Box */

/** @param {Box} a @param {Box} b */
const meet = (a, b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** @param {number} x @param {number} y @param {number} width @param {number} height @returns {Box} */
export const around = (x, y, width, height) => ({ x: x - width / 2, y: y - height / 2, width, height });

/** @param {SVGGraphicsElement} node @returns {Box} */
function inkOf(node) {
  const box = node.getBBox();
  const text = node.tagName === "text";
  const [above, below] = text ? INK : [0, 0];
  const { x, width } = box;
  const ink = { x, width, y: box.y + box.height * above, height: box.height * (1 - above - below) };
  const turned = node.transform.baseVal.consolidate()?.matrix;
  if (!turned) return ink;
  const corners = [
    [ink.x, ink.y],
    [ink.x + width, ink.y],
    [ink.x, ink.y + ink.height],
    [ink.x + width, ink.y + ink.height],
  ].map(([a, b]) => new DOMPoint(a, b).matrixTransform(turned));
  const [xs, ys] = [corners.map((at) => at.x), corners.map((at) => at.y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { x: left, y: top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}

/**
 * Every place in an area for something so large, nearest to a point first.
 * @param {Element} area
 * @param {[number, number]} size
 * @param {Point} near
 * @returns {Point[]}
 */
export function freePlaces(area, [width, height], near) {
  const line = /** @type {SVGGeometryElement | null} */ (area.querySelector(".line"));
  if (!line) return [];
  const box = line.getBBox();
  const words = /** @type {SVGGraphicsElement[]} */ ([...area.querySelectorAll("text, use, .ringed, .drawn circle")])
    .filter((node) => node.getAttribute("display") !== "none")
    .map(inkOf);
  const inside = (/** @type {number} */ x, /** @type {number} */ y) => {
    const point = /** @type {SVGSVGElement} */ (line.ownerSVGElement).createSVGPoint();
    point.x = x;
    point.y = y;
    return line.isPointInFill(point);
  };
  /** @type {Point[]} */
  const found = [];
  for (let x = box.x + EDGE + width / 2; x <= box.x + box.width - EDGE - width / 2; x += STEP)
    for (let y = box.y + EDGE + height / 2; y <= box.y + box.height - EDGE - height / 2; y += STEP) {
      const lies = around(x, y, width, height);
      if (words.some((word) => meet(lies, word))) continue;
      const { x: left, y: top } = lies;
      if (
        inside(left, top) &&
        inside(left + width, top) &&
        inside(left, top + height) &&
        inside(left + width, top + height)
      )
        found.push([x, y]);
    }
  const far = (/** @type {Point} */ [x, y]) => Math.hypot(x - near[0], (y - near[1]) * 1.5);
  return found.sort((a, b) => far(a) - far(b));
}

/**
 * Places for so many things of one size, none over another, read as a page is; fewer where there is no more room.
 * @param {Point[]} free
 * @param {[number, number]} size
 * @param {number} count
 * @param {Box[]} taken what lies there already
 * @returns {Point[]}
 */
export function choose(free, size, count, taken = []) {
  const read = (/** @type {Point} */ a, /** @type {Point} */ b) =>
    Math.abs(a[1] - b[1]) > size[1] / 2 ? a[1] - b[1] : a[0] - b[0];
  const near = apart(free, size, count, taken);
  if (near.length === count) return near.sort(read);
  const packed = [...free].sort(([a, b], [x, y]) => b - y || a - x); // from the top, close to each other
  return apart(packed, size, count, taken).sort(read);
}

/**
 * The first of these places that lie apart.
 * @param {Point[]} free
 * @param {[number, number]} size
 * @param {number} count
 * @param {Box[]} taken
 */
function apart(free, [width, height], count, taken) {
  /** @type {Point[]} */
  const chosen = [];
  for (const at of free) {
    if (chosen.length === count) break;
    const lies = around(at[0], at[1], width, height);
    if (taken.some((other) => meet(lies, other))) continue;
    if (!chosen.some(([x, y]) => meet(lies, around(x, y, width, height)))) chosen.push(at);
  }
  return chosen;
}
