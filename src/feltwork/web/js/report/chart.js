// The hold of every table over one axis of percents: the expected hold, its band, and what was held.

import { element } from "../common/page.js";
import { shape, text as words } from "../common/svg.js";
import { worded } from "../common/wording.js";

const HIGH = 26;
const EDGE = 26;
const AXIS = 22;
const TICKS = 4;

/** @typedef {{ from: number, to: number, step: number }} Axis */

/**
 * An axis that has room for every band and every hold, with whole ticks.
 * @param {Record<string, any>[]} holds percents as texts
 * @returns {Axis}
 */
export function axisOf(holds) {
  const ends = holds.flatMap(({ hold, expected, band }) => {
    const [held, middle, around] = [hold, expected, band ?? 0].map(Number);
    return [held, middle - around, middle + around];
  });
  const [least, most] = [Math.min(0, ...ends), Math.max(0, ...ends)];
  const step = roundStep((most - least || 1) / TICKS);
  return { from: Math.floor(least / step) * step, to: Math.ceil(most / step) * step, step };
}

/**
 * The next of 1, 2 or 5 with noughts behind it.
 * @param {number} wanted
 */
export function roundStep(wanted) {
  const power = 10 ** Math.floor(Math.log10(wanted));
  return power * ([1, 2, 5].find((one) => one * power >= wanted) ?? 10);
}

/**
 * Drawn as wide as there is room, so that strokes and letters keep their size.
 * @param {(wide: number) => Element} draw
 */
function asWide(draw) {
  const place = element("div", { class: "chart" });
  new ResizeObserver(() => {
    if (place.clientWidth) place.replaceChildren(draw(place.clientWidth));
  }).observe(place);
  return place;
}

/**
 * @param {Axis} axis
 * @param {number} wide
 */
const scale = (axis, wide) => (/** @type {number} */ at) =>
  EDGE + ((at - axis.from) / (axis.to - axis.from)) * (wide - 2 * EDGE);

/** @param {Axis} axis */
const ticks = ({ from, to, step }) =>
  Array.from({ length: Math.round((to - from) / step) + 1 }, (_, at) => from + at * step);

/**
 * @param {Record<string, any>} hold percents as texts
 * @param {Axis} axis
 */
export function holdChart(hold, axis) {
  const [held, expected, band] = [hold.hold, hold.expected, hold.band ?? 0].map(Number);
  return asWide((wide) => {
    const x = scale(axis, wide);
    const svg = shape("svg", { width: wide, height: HIGH, role: "img", "aria-label": worded(hold.words) });
    for (const at of ticks(axis)) svg.append(shape("line", { class: "tick", x1: x(at), x2: x(at), y1: 0, y2: HIGH }));
    svg.append(
      shape("rect", {
        class: "band",
        x: x(expected - band),
        y: 8,
        width: x(expected + band) - x(expected - band),
        height: 10,
        rx: 3,
      }),
      shape("line", { class: "expected", x1: x(expected), x2: x(expected), y1: 4, y2: 22 }),
      shape("rect", { class: hold.within === false ? "out" : "held", x: x(held) - 3, y: 2, width: 6, height: 22 }),
    );
    return svg;
  });
}

/** @param {Axis} axis */
export function axisChart(axis) {
  return asWide((wide) => {
    const x = scale(axis, wide);
    const svg = shape("svg", { width: wide, height: AXIS, "aria-hidden": "true" });
    for (const at of ticks(axis))
      svg.append(words({ x: x(at), y: 15, "text-anchor": "middle" }, `${Number(at.toPrecision(6))}%`));
    return svg;
  });
}
