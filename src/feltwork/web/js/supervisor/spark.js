// The hold of the last rounds as a line inside its band, drawn small.

import { shape } from "../common/svg.js";

const WIDE = 104;
const HIGH = 26;
const FEWEST = 2;

/**
 * @param {[number, number, number][]} trace hold, expected and band, in hundredths of a percent
 * @param {string} label
 */
export function sparkline(trace, label) {
  const svg = shape("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, class: "spark", role: "img", "aria-label": label });
  if (trace.length < FEWEST) return svg;
  const last = trace.slice(-1)[0];
  const reach = Math.max(2 * last[2], ...trace.map(([hold, expected]) => Math.abs(hold - expected))) * 1.05 || 1;
  const x = (/** @type {number} */ i) => (i / (trace.length - 1)) * (WIDE - 6) + 2;
  const y = (/** @type {number} */ off) => HIGH / 2 - (off / reach) * (HIGH / 2 - 2);
  const edge = (/** @type {number} */ side) =>
    trace.map(([, , band], i) => `${x(i).toFixed(1)},${y(side * Math.min(band, reach)).toFixed(1)}`);
  svg.append(
    shape("polygon", { class: "band", points: [...edge(1), ...edge(-1).reverse()].join(" ") }),
    shape("line", { class: "expected", x1: 2, x2: WIDE - 4, y1: HIGH / 2, y2: HIGH / 2 }),
    shape("polyline", {
      class: "hold",
      points: trace.map(([hold, expected], i) => `${x(i).toFixed(1)},${y(hold - expected).toFixed(1)}`).join(" "),
    }),
    shape("circle", { class: "now", cx: x(trace.length - 1), cy: y(last[0] - last[1]), r: 2.6 }),
  );
  return svg;
}
