// Parts that the cage's tabs share: forms, lists, dialogs, amounts.

import { money, parse } from "../common/money.js";
import { alone, element, find } from "../common/page.js";
import { redraw } from "../common/redraw.js";

// Dollars as typed, in cents; nothing where that is no amount.
export const cents = (/** @type {string} */ text) => parse(text) ?? 0;

/** @param {string} label */
export function field(label, attributes = {}) {
  const input = element("input", { autocomplete: "off", ...attributes });
  return { input, label: element("label", { text: label }, input) };
}

/**
 * @param {string} label
 * @param {any} options
 */
export function choice(label, options, attributes = {}) {
  const input = element(
    "select",
    attributes,
    ...options.map((/** @type {string} */ text) => element("option", { text })),
  );
  return { input, label: element("label", { text: label }, input) };
}

/**
 * @param {string} title
 * @param {any} onsubmit
 * @param {...any} parts
 */
export function form(title, onsubmit, ...parts) {
  const once = alone(onsubmit);
  const submit = (/** @type {any} */ event) => {
    event.preventDefault();
    once();
  };
  return element(
    "section",
    { class: "panel" },
    element("h2", { text: title }),
    element("form", { onsubmit: submit }, ...parts),
  );
}

export const row = (/** @type {any[]} */ ...parts) => element("div", { class: "row" }, ...parts);
export const act = (/** @type {string} */ text, kind = "act") =>
  element("button", { class: kind, text, "data-once": true });
export const button = (/** @type {string} */ text, /** @type {(...given: any[]) => any} */ onclick, kind = "") =>
  element("button", { type: "button", text, onclick: alone(onclick), class: kind, "data-once": true });
export const tag = (/** @type {string} */ text, tone = "") => element("span", { class: `tag ${tone}`, text });
export const cell = (/** @type {string} */ text, kind = "") => element("td", { class: kind, text });

/**
 * @param {string} title
 * @param {string[]} heads
 * @param {any[]} rows
 * @param {any} empty
 */
export function list(title, heads, rows, empty) {
  const head = element(
    "tr",
    {},
    ...heads.map((/** @type {string} */ text) =>
      element("th", { text: text.replace("$", ""), class: text.startsWith("$") ? "money" : "", scope: "col" }),
    ),
  );
  const body = rows.length
    ? element("table", {}, element("thead", {}, head), element("tbody", {}, ...rows))
    : element("p", { class: "empty", text: empty });
  return element("section", { class: "panel list" }, element("h2", { text: title }), body);
}

/**
 * The two halves of a tab: what to do, and what stands there.
 * @param {any} left
 * @param {any} right
 */
export function halves(left, right) {
  const does = element("div", {}, ...left);
  const stands = element("div", { id: "stands" }, right);
  find("#panel").replaceChildren(does, stands);
}

/** @param {any} right */
export function stands(right) {
  const place = find("#stands");
  if (!place) return;
  const top = place.querySelector(".list")?.scrollTop ?? 0;
  redraw(place, right);
  const now = place.querySelector(".list");
  if (now) now.scrollTop = top;
}

/**
 * @param {string} title
 * @param {...any} content
 */
export function sheet(title, ...content) {
  const dialog = find("#sheet");
  dialog.replaceChildren(element("h2", { id: "sheet-title", text: title }), ...content);
  if (!dialog.open) dialog.showModal();
  // What is announced while the dialog is open must lie above it.
  const told = find("#announcements") ?? element("div", { id: "announcements", role: "status", "aria-live": "polite" });
  dialog.append(told);
  dialog.addEventListener("close", () => document.body.append(told), { once: true });
  return dialog;
}

export const closeSheet = () => find("#sheet").close();

/**
 * A question with a few fields in a dialog; the answers by name, or nothing when it is let go.
 * @param {string} title
 * @param {any} fields
 * @param {any} doing
 */
export function ask(title, fields, doing) {
  return new Promise((answer) => {
    const submit = (/** @type {any} */ event) => {
      event.preventDefault();
      answer(Object.fromEntries(Object.entries(fields).map(([name, { input }]) => [name, input.value])));
      closeSheet();
    };
    const dialog = sheet(
      title,
      element(
        "form",
        { onsubmit: submit },
        ...Object.values(fields).map(({ label }) => label),
        row(act(doing), button("Let it be", closeSheet)),
      ),
    );
    dialog.addEventListener("close", () => answer(null), { once: true });
  });
}

/**
 * A ticket or a voucher as it is printed, with the page to print it from.
 *
 * @param {string} name
 * @param {{amount: number, qr: string, page: string}} paper
 * @param {string | number} number
 * @param {string} printed
 */
export function showPaper(name, paper, number, printed) {
  const code = element("img", {
    alt: `${name} ${number} as squares`,
    src: `data:image/svg+xml,${encodeURIComponent(paper.qr)}`,
  });
  sheet(
    `The ${name.toLowerCase()}`,
    element(
      "div",
      { class: "paper" },
      code,
      element("p", { class: "amount", text: money(paper.amount) }),
      element("p", { class: "printed", text: printed }),
    ),
    row(
      element("a", { href: paper.page, target: "_blank", class: "quiet", text: "Open it to print" }),
      button("Done", closeSheet, "act"),
    ),
  );
}
