// Parts that the cage's tabs share: forms, lists, dialogs, amounts.

import { money, parse } from "../common/money.js";
import { alone, element, find } from "../common/page.js";
import { button, cell, row, tag } from "../common/parts.js";
import { redraw } from "../common/redraw.js";
import { refuse } from "../common/refused.js";
import { text } from "../common/text.js";

// Dollars as typed, in cents; nothing where that is no amount.
export const cents = (/** @type {string} */ typed) => parse(typed) ?? 0;

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
    ...options.map((/** @type {string | [string, string]} */ option) => {
      const [value, words] = typeof option === "string" ? [option, option] : option;
      return element("option", { value, text: words });
    }),
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
    const amounts = [...event.currentTarget.querySelectorAll("input[inputmode=decimal]")];
    const wrong = amounts.find(({ value }) => value.trim() && parse(value) === null);
    if (wrong) refuse(text("cage.no-amount"), { at: wrong });
    else once();
  };
  return element(
    "section",
    { class: "panel" },
    element("h2", { text: title }),
    element("form", { onsubmit: submit }, ...parts),
  );
}

export { button, cell, row, tag };
export const act = (/** @type {string} */ words, kind = "act") =>
  element("button", { class: kind, text: words, "data-once": true });

/**
 * The head of a table by names of columns; a column of money begins with $.
 * @param {string[]} names
 */
export const heads = (names) =>
  element(
    "tr",
    {},
    ...names.map((name) => {
      const isMoney = name.startsWith("$");
      const key = name.replace("$", "");
      return key
        ? element("th", { text: text(`cage.head-${key}`), class: isMoney ? "money" : "", scope: "col" })
        : element("td");
    }),
  );

/**
 * @param {string} title
 * @param {string[]} names of columns
 * @param {any[]} rows
 * @param {any} empty
 */
export function list(title, names, rows, empty) {
  const body = rows.length
    ? element("table", {}, element("thead", {}, heads(names)), element("tbody", {}, ...rows))
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
        row(act(doing), button(text("common.cancel"), closeSheet)),
      ),
    );
    dialog.addEventListener("close", () => answer(null), { once: true });
  });
}

/**
 * A ticket or a voucher as it is printed, with the page to print it from.
 *
 * @param {"ticket" | "voucher"} name
 * @param {{amount: number, qr: string, page: string}} paper
 * @param {string | number} number
 * @param {string} printed
 */
export function showPaper(name, paper, number, printed) {
  const code = element("img", {
    alt: text(`cage.qr-${name}`, { number: String(number) }),
    src: `data:image/svg+xml,${encodeURIComponent(paper.qr)}`,
  });
  sheet(
    text(`cage.the-${name}`),
    element(
      "div",
      { class: "paper" },
      code,
      element("p", { class: "amount", text: money(paper.amount) }),
      element("p", { class: "printed", text: printed }),
    ),
    row(
      element("a", { href: paper.page, target: "_blank", class: "quiet", text: text("cage.open-to-print") }),
      button(text("cage.done"), closeSheet, "act"),
    ),
  );
}
