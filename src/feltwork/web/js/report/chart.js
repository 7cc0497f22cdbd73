// The hold of a table on one axis: the expected hold, its band, and what was held.

import { shape } from "../common/svg.js";

const WIDE = 400;
const HIGH = 26;
const EDGE = 8;

/** @param {Record<string, any>} hold percents as texts */
export function holdChart(hold) {
  const [held, expected, band] = [hold.hold, hold.expected, hold.band].map(Number);
  const reach = Math.max(band, Math.abs(held - expected)) * 1.15 || 1;
  const x = (/** @type {number} */ at) => WIDE / 2 + ((at - expected) / reach) * (WIDE / 2 - EDGE);
  const svg = shape("svg", {
    viewBox: `0 0 ${WIDE} ${HIGH}`,
    class: "chart",
    role: "img",
    preserveAspectRatio: "none",
    "aria-label": hold.words,
  });
  svg.append(
    shape("rect", {
      class: "band",
      x: x(expected - band),
      y: 8,
      width: x(expected + band) - x(expected - band),
      height: 10,
    }),
    shape("line", { class: "expected", x1: x(expected), x2: x(expected), y1: 4, y2: 22 }),
    shape("rect", { class: hold.within === false ? "out" : "held", x: x(held) - 3, y: 2, width: 6, height: 22 }),
  );
  return svg;
}
