// Sheets over the felt. One is open at a time; a correction has a sheet of its own, which nothing else replaces.

import { alone, element, find, unsay } from "../common/page.js";
import { redraw } from "../common/redraw.js";
import { text } from "../common/text.js";

/** @type {{ seen: () => any, draw: () => any, last: string } | null} */
let watched = null; // what the open sheet depends on, and how it is drawn again

/**
 * What is typed and picked in a sheet stays when it is drawn again.
 * @param {any} content
 */
function keep(content) {
  for (const field of find("#dialog-body").querySelectorAll("input[id], select[id]")) {
    const again = content.map((/** @type {any} */ part) => part.querySelector?.(`#${field.id}`)).find(Boolean);
    if (again && (again.tagName === "INPUT" || [...again.options].some(({ value }) => value === field.value)))
      again.value = field.value;
  }
}

/**
 * @param {string} title
 * @param {...any} content
 */
export function open(title, ...content) {
  const dialog = find("#dialog");
  watched = null;
  if (dialog.open && find("#dialog-title").textContent === title) keep(content.filter(Boolean));
  find("#dialog-title").textContent = title;
  redraw(find("#dialog-body"), ...content.filter(Boolean));
  if (dialog.open) return;
  unsay(); // what was said before is not about this sheet
  dialog.showModal();
}

/**
 * Draw the open sheet again whenever `seen` tells something else; a button that was in focus stays so by its name.
 * @param {() => any} seen
 * @param {() => any} draw
 */
export function watch(seen, draw) {
  watched = { seen, draw, last: JSON.stringify(seen()) };
}

export function refresh() {
  if (!watched || !find("#dialog").open) return;
  const now = JSON.stringify(watched.seen());
  if (now === watched.last) return;
  const focus = document.activeElement?.closest("[data-for]")?.getAttribute("data-for");
  watched.draw();
  if (focus) find(`#dialog-body [data-for="${CSS.escape(focus)}"]`)?.focus();
}

export function close() {
  find("#dialog").close();
}

export const button = (
  /** @type {string} */ words,
  /** @type {(...given: any[]) => any} */ onclick,
  kind = "",
  more = {},
) => element("button", { type: "button", class: kind, text: words, onclick: alone(onclick), ...more });

export const section = (/** @type {string} */ title, /** @type {any[]} */ ...content) =>
  element("section", {}, element("h3", { text: title }), ...content.filter(Boolean));

export const row = (/** @type {any[]} */ ...content) => element("div", { class: "row" }, ...content.filter(Boolean));

export const quiet = (/** @type {string} */ words) => element("p", { class: "quiet", text: words });

/**
 * @param {string[]} heads
 * @param {any[]} rows
 */
export function table(heads, rows) {
  const right = new Set(["you", "chance", "stake", "won", "back"]);
  const head = element(
    "tr",
    {},
    ...heads.map((/** @type {string} */ name) =>
      element("th", {
        scope: "col",
        text: name && text(`player.head-${name}`),
        class: right.has(name) ? "money" : "",
      }),
    ),
  );
  return element(
    "div",
    { class: "wide", tabindex: "0", role: "region", "aria-label": text("player.table") },
    element("table", {}, element("thead", {}, head), element("tbody", {}, ...rows)),
  );
}
