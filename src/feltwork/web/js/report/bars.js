// Bars from a zero line, drawn as wide as there is room, so that letters keep their size on a phone.

import { element } from "../common/page.js";
import { shape, text as words } from "../common/svg.js";
import { text } from "../common/text.js";
import { roundStep } from "./chart.js";

/** @typedef {{ name: string, value: number, said: string }} Bar */

const HIGH = 190;
const TOP = 22;
const BOTTOM = 24;
const LETTER = 7.5;
const LINES = 3;

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
  const tallest = bars.reduce((a, b) => (Math.abs(b.value) > Math.abs(a.value) ? b : a));
  made.append(
    element("p", { class: "reading", text: text("report.most", { name: tallest.name, said: tallest.said }) }),
  );
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
  const grain = roundStep(span / LINES);
  const lines = [];
  for (let at = Math.ceil(least / grain) * grain; at <= most; at += grain) lines.push(at);
  const left = Math.max(...lines.map((at) => short(at).length)) * LETTER + 8;
  const step = (wide - left) / bars.length;
  const thick = Math.max(2, Math.min(step * 0.72, 64));
  const svg = shape("svg", {
    viewBox: `0 0 ${wide} ${HIGH}`,
    width: wide,
    height: HIGH,
    role: "img",
    "aria-label": read,
  });
  const every = Math.ceil((Math.max(...bars.map((bar) => bar.name.length)) * LETTER + 8) / step);
  for (const at of lines) {
    svg.append(shape("line", { class: "line", x1: left, x2: wide, y1: y(at), y2: y(at) }));
    svg.append(words({ class: "name", x: left - 6, y: y(at) + 4, "text-anchor": "end" }, short(at)));
  }
  bars.forEach((bar, at) => {
    const middle = left + step * (at + 0.5);
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
  });
  svg.append(shape("line", { class: "zero", x1: left, x2: wide, y1: y(0), y2: y(0) }));
  if (mark !== undefined) svg.append(shape("line", { class: "mark", x1: left, x2: wide, y1: y(mark), y2: y(mark) }));
  return svg;
}

// A figure of the axis: thousands in short.
const short = (/** @type {number} */ value) =>
  Math.abs(value) >= 1000 ? `${Number((value / 1000).toPrecision(3))}k` : String(Number(value.toPrecision(3)));

/**
 * A text under a bar, and inside the drawing.
 * @param {number} x
 * @param {number} y
 * @param {string} said
 * @param {number} wide
 */
function label(x, y, said, wide) {
  const half = (said.length * LETTER) / 2;
  return words({ class: "name", x: Math.min(Math.max(x, half), wide - half), y, "text-anchor": "middle" }, said);
}
