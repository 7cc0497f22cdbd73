// Bars from a zero line, drawn as wide as there is room, so that letters keep their size on a phone.

import { element } from "../common/page.js";
import { shape, text as words } from "../common/svg.js";
import { text } from "../common/text.js";

/** @typedef {{ name: string, value: number, said: string }} Bar */

const HIGH = 190;
const TOP = 22;
const BOTTOM = 24;
const LETTER = 7.5;

/**
 * A chart with its title; read aloud, every figure of it.
 * @param {string} title
 * @param {Bar[]} bars
 * @param {number} [mark] where a line is drawn across
 */
export function barChart(title, bars, mark) {
  const place = element("div", { class: "bars-place" });
  const made = element("figure", { class: "bars" }, element("figcaption", { text: title }), place);
  if (!bars.length) {
    place.append(element("p", { class: "reading", text: text("report.none") }));
    return made;
  }
  const read = `${title}: ${bars.map((bar) => `${bar.name} ${bar.said}`).join(", ")}`;
  new ResizeObserver(() => {
    if (place.clientWidth) place.replaceChildren(drawn(place.clientWidth, bars, mark, read));
  }).observe(place);
  return made;
}

/**
 * @param {number} wide in pixels
 * @param {Bar[]} bars
 * @param {number | undefined} mark
 * @param {string} read
 */
function drawn(wide, bars, mark, read) {
  const most = Math.max(0, mark ?? 0, ...bars.map((bar) => bar.value));
  const least = Math.min(0, ...bars.map((bar) => bar.value));
  const span = most - least || 1;
  const y = (/** @type {number} */ value) => TOP + ((most - value) / span) * (HIGH - TOP - BOTTOM);
  const step = wide / bars.length;
  const thick = Math.max(2, Math.min(step * 0.72, 64));
  const svg = shape("svg", {
    viewBox: `0 0 ${wide} ${HIGH}`,
    width: wide,
    height: HIGH,
    role: "img",
    "aria-label": read,
  });
  const every = Math.ceil((Math.max(...bars.map((bar) => bar.name.length)) * LETTER + 8) / step);
  const fits = bars.every((bar) => bar.said.length * LETTER < step);
  const tallest = bars.reduce((a, b) => (Math.abs(b.value) > Math.abs(a.value) ? b : a));
  bars.forEach((bar, at) => {
    const middle = step * (at + 0.5);
    const [from, to] = [y(Math.max(0, bar.value)), y(Math.min(0, bar.value))];
    svg.append(
      shape("rect", {
        class: bar.value < 0 ? "below" : "bar",
        x: middle - thick / 2,
        y: from,
        width: thick,
        height: Math.max(to - from, bar.value ? 1 : 0),
      }),
    );
    if (at % every === 0) svg.append(label(middle, HIGH - 6, bar.name, wide));
    if (fits || bar === tallest) svg.append(label(middle, from - 5, bar.said, wide, "figure"));
  });
  svg.append(shape("line", { class: "zero", x1: 0, x2: wide, y1: y(0), y2: y(0) }));
  if (mark !== undefined) svg.append(shape("line", { class: "mark", x1: 0, x2: wide, y1: y(mark), y2: y(mark) }));
  return svg;
}

/**
 * A text in the middle over a bar, and inside the drawing.
 * @param {number} x
 * @param {number} y
 * @param {string} said
 * @param {number} wide
 * @param {string} [kind]
 */
function label(x, y, said, wide, kind = "name") {
  const half = (said.length * LETTER) / 2;
  return words({ class: kind, x: Math.min(Math.max(x, half), wide - half), y, "text-anchor": "middle" }, said);
}
