// The words of a felt that is drawn small, as large as they must be to be read; what a dealer knows by heart gives way.

/** @import { Felt } from "../common/felt.js" */

export const LEAST = 13; // pixels of the screen
const LINE = 1.02; // from one line of words to the next, by their size
const UP = 0.72; // how far letters reach above their foot, by their size
const DOWN = 0.24;
const EDGE = 3;
const NARROW = 130; // an area in which chips lie below the words, not beside them
const CHIPS = 1.4; // the room for an amount below them, by the size of the words

/**
 * How many pixels of the screen a unit of the drawing is; 0 while it is not shown.
 * @param {Felt} felt
 */
export const scaleOf = (felt) => (felt.svg.getClientRects().length ? (felt.svg.getScreenCTM()?.a ?? 0) : 0);

/** @typedef {{ node: SVGTextElement, x: number, y: number, size: number }} Word */

/** @param {SVGTextElement} node @returns {Word} */
function drawn(node) {
  node.dataset.drawn ??= [node.getAttribute("y"), node.getAttribute("font-size")].join();
  const [y, size] = node.dataset.drawn.split(",").map(Number);
  node.setAttribute("y", String(y));
  node.setAttribute("font-size", String(size));
  node.removeAttribute("textLength");
  node.removeAttribute("display");
  return { node, x: Number(node.getAttribute("x")), y, size };
}

/**
 * Lines of words under each other: none over another, none out of its area.
 * @param {Word[]} words from the top
 * @param {DOMRect} box
 */
function space(words, box) {
  words.forEach((word, i) => {
    const above = words.slice(0, i).filter((other) => Math.abs(other.x - word.x) < EDGE);
    for (const other of above) word.y = Math.max(word.y, other.y + word.size * LINE);
  });
  const foot = box.y + box.height - EDGE - (box.width < NARROW ? words[0].size * CHIPS : 0);
  const low = Math.max(0, ...words.map(({ y, size }) => y + size * DOWN - foot));
  const high = Math.max(0, ...words.map(({ y, size }) => box.y + EDGE - (y - low - size * UP)));
  for (const word of words) word.y += high - low;
}

/** @param {Felt} felt */
export function fitWords(felt) {
  const scale = scaleOf(felt);
  if (!scale || felt.svg.dataset.fitted === String(scale)) return;
  felt.svg.dataset.fitted = String(scale);
  const least = LEAST / scale;
  for (const node of felt.svg.querySelectorAll("text")) {
    if (node.closest("symbol, .chips, .markers, .rising, .drawn, .area")) continue;
    const { size } = drawn(node);
    if (size < least) node.setAttribute("display", "none"); // the table's name stands in the header
  }
  for (const area of felt.svg.querySelectorAll(".area")) {
    const line = /** @type {SVGGraphicsElement | null} */ (area.querySelector(".line"));
    const words = [...area.querySelectorAll("text")].filter((node) => !node.closest(".drawn")).map(drawn);
    if (!line || words.every(({ size }) => size >= least)) continue;
    for (const word of words.filter(({ node, size }) => size < least && node.classList.contains("pays")))
      word.node.setAttribute("display", "none");
    const shown = words.filter(({ node }) => !node.hasAttribute("display"));
    for (const word of shown) {
      if (word.size >= least) continue;
      word.y += (least - word.size) * UP; // the letters keep their top
      word.size = least;
    }
    const box = line.getBBox();
    if (shown.length === 1 && words.length > 1)
      shown[0].y = area.querySelector("use") ? (words[0].y + words[1].y) / 2 : box.y + box.height / 2 + least * DOWN; // alone it stands in the middle
    const level = shown.filter(({ node }) => !node.hasAttribute("transform")).sort((a, b) => a.y - b.y);
    if (level.some(({ node, size }) => size > Number(node.getAttribute("font-size")))) space(level, box);
    for (const { node, y, size } of shown) {
      node.setAttribute("y", String(y));
      node.setAttribute("font-size", String(size));
      const room =
        2 * Math.min(Number(node.getAttribute("x")) - box.x, box.x + box.width - Number(node.getAttribute("x"))) -
        2 * EDGE;
      if (node.hasAttribute("transform") || node.getComputedTextLength() <= room) continue;
      node.setAttribute("textLength", String(room));
      node.setAttribute("lengthAdjust", "spacingAndGlyphs");
    }
  }
}
