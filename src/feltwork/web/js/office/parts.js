// Parts of the office's tabs: a list whose rows are chosen, what is said of one, a bar of filters.

import { element, find } from "../common/page.js";
import { button, row, tag } from "../common/parts.js";
import { redraw } from "../common/redraw.js";
import { hasText, text } from "../common/text.js";
import { when } from "../common/times.js";

export { button, row, tag };

// A value of the program in the words of the screen, or as it is.
const inWords = (/** @type {(end: string) => string} */ key) => (/** @type {string} */ value) => {
  const named = key(value.replace(/[^a-z0-9]+/gi, "-"));
  return hasText(named) ? text(named) : value.replaceAll("_", " ");
};
const standingOf = inWords((end) => `office.standing-${end}`);
export const measureOf = inWords((end) => `office.measure-${end}`);
export const offenceOf = inWords((end) => `office.offence-${end}`);
export const takerOf = inWords((end) => `office.taker-${end}`);
export const dutiesOf = inWords((end) => `office.duties-${end}`);
export const toOf = inWords((end) => `office.to-${end}`);
export const meansOf = inWords((end) => `office.means-${end}`);
export const methodOf = inWords((end) => `office.method-${end}`);
export const prizeOf = inWords((end) => `office.prize-${end}`);

export const standing = (/** @type {string} */ value, tone = "") => tag(standingOf(value), tone);
export const role = (/** @type {string} */ name) => name.replaceAll("_", " ");
export const clause = (/** @type {string} */ words) =>
  element("span", { class: "clause", text: words.startsWith("not ") ? text("office.house-rule") : words });

/**
 * One line of a list: cells with the names of their columns, and the button by which it is chosen. Beside what was chosen,
 * and on a phone, it is told in two lines: first cell and standing, then the rest; words have a line of their own.
 * @param {{ key: string, chosen?: boolean, onchoose?: () => any, cells: [string, any, string?][] }} line
 */
export function line({ key, chosen = false, onchoose, cells }) {
  const made = element("tr", {
    class: onchoose ? "pick" : "",
    "aria-current": chosen ? "true" : null,
    onclick: onchoose,
  });
  cells.forEach(([head, content, given = ""], at) => {
    const place = at === 0 ? "lead" : head === "stands" ? "state" : "";
    const kind = `${given} ${place}`.trim();
    const inside =
      at === 0 && onchoose
        ? element("button", { type: "button", "data-key": key }, content)
        : content instanceof Node
          ? content
          : document.createTextNode(content ?? "");
    made.append(element("td", { class: kind, "data-head": at && head ? text(`office.head-${head}`) : null }, inside));
  });
  return made;
}

/**
 * @param {string[]} heads
 * @param {any[]} lines
 * @param {string} empty
 */
export function list(heads, lines, empty) {
  const head = element(
    "tr",
    {},
    ...heads.map((name) => (name ? element("th", { scope: "col", text: text(`office.head-${name}`) }) : element("td"))),
  );
  const body = lines.length
    ? element("table", {}, element("thead", {}, head), element("tbody", {}, ...lines))
    : element("p", { class: "empty", text: empty });
  return element("section", { class: "panel list" }, body);
}

/**
 * What a tab shows: its bar, its list, and what was chosen from it.
 * @param {any[]} bar
 * @param {Node} listed
 * @param {Node | null} detail
 */
export function show(bar, listed, detail) {
  const place = find("#panel");
  const tops = [".list", ".detail"].map((part) => place.querySelector(part)?.scrollTop ?? 0);
  const halves = element("div", { class: detail ? "split" : "split whole" }, listed, detail);
  redraw(place, element("div", { class: "bar" }, ...bar), halves);
  [".list", ".detail"].forEach((part, at) => {
    const now = place.querySelector(part);
    if (now) now.scrollTop = tops[at];
  });
}

export const detail = (/** @type {any[]} */ ...parts) => element("article", { class: "panel detail" }, ...parts);
export const section = (/** @type {string} */ title, /** @type {any[]} */ ...parts) =>
  element("section", {}, element("h3", { text: title }), ...parts);
export const sum = (/** @type {string} */ words) => element("p", { class: "sum", text: words, role: "status" });

const factOf = (/** @type {string} */ name) => text(`office.fact-${name}`);

/** @param {[string, any][]} pairs a missing value leaves its line out */
export function facts(pairs, label = factOf) {
  return element(
    "dl",
    {},
    ...pairs
      .filter(([, value]) => value)
      .flatMap(([name, value]) => [element("dt", { text: label(name) }), element("dd", {}, value)]),
  );
}

/** @param {[number, any][]} happened what happened, with its time */
export function events(happened) {
  return element(
    "ol",
    { class: "events" },
    ...happened.map(([at, words]) =>
      element("li", {}, element("time", { text: at ? when(at) : "" }), element("span", {}, words)),
    ),
  );
}

/**
 * @param {string} label
 * @param {[string, string][]} options
 * @param {string} value
 * @param {(value: string) => any} onchange
 */
export function filter(label, options, value, onchange) {
  return element(
    "label",
    {},
    label,
    element(
      "select",
      { onchange: (/** @type {any} */ event) => onchange(event.target.value) },
      ...options.map(([id, words]) => element("option", { value: id, text: words, selected: id === value })),
    ),
  );
}

/**
 * Filters that are most often wanted, each one press away.
 * @param {string} name of the group, for the ids of its buttons
 * @param {[string, string][]} options
 * @param {string} value
 * @param {(value: string) => any} onpress
 */
export function presets(name, options, value, onpress) {
  return element(
    "div",
    { class: "presets", role: "group", "aria-label": text("office.shown") },
    ...options.map(([id, words]) =>
      element("button", {
        type: "button",
        id: `${name}-${id || "all"}`,
        text: words,
        "aria-pressed": String(id === value),
        onclick: () => onpress(id),
      }),
    ),
  );
}

// A time as a field of a form has it, and back to microseconds.
export const asField = (/** @type {number} */ micros) =>
  micros
    ? new Date(micros / 1000 - new Date(micros / 1000).getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
    : "";
export const fromField = (/** @type {any} */ value) => (value ? new Date(value).getTime() * 1000 : 0);
