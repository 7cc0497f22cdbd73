// The day's reconciliation: it comes to zero, or says where it does not.

import { money } from "../common/money.js";
import { element, find, get, newest } from "../common/page.js";
import { text } from "../common/text.js";
import { isoDay } from "../common/times.js";
import { worded } from "../common/wording.js";
import { button, cell, field, heads } from "./parts.js";

/** @import { CageScreen } from "./cage.js" */

export const day = {
  /** @param {CageScreen} cage */
  open(cage) {
    const today = () => isoDay(cage.data.now);
    const date = field(text("cage.day"), { type: "date", id: "day", value: today() });
    date.input.addEventListener("change", () => show(date.input.value));
    const head = element(
      "div",
      { class: "row day-head" },
      date.label,
      button(text("cage.today"), () => {
        date.input.value = today();
        show("");
      }),
      button(text("cage.print"), () => print()),
    );
    find("#panel").replaceChildren(
      element(
        "div",
        {},
        element("section", { class: "panel" }, head, element("p", { id: "sound", class: "sound", role: "status" })),
        element("div", { class: "day", id: "report" }),
      ),
    );
    show("");
  },
};

const newestDay = newest();

/** @param {any} date */
async function show(date) {
  const told = await newestDay(get(`/api/cage/report${date ? `?day=${date}` : ""}`));
  const sound = find("#sound");
  if (!told || !sound) return;
  if (told.why) {
    sound.className = "sound bad";
    sound.textContent = told.why;
    return;
  }
  sound.className = `sound ${told.wrong.length ? "bad" : "good"}`;
  sound.textContent = told.wrong.length ? told.wrong.join("; ") : text("cage.comes-to-zero");
  find("#report").replaceChildren(accounts(told), counts(told));
}

/** @param {any} told */
function accounts(told) {
  // Cash stands in the books as what the house owes for it, below zero; here it is what lies in the drawer.
  const held = told.accounts
    .filter((/** @type {any} */ one) => one.cash)
    .map((/** @type {any} */ one) => ({
      name: one.name,
      opening: -one.opening,
      in: one.out,
      out: one.in,
      closing: -one.closing,
    }));
  const owed = told.accounts.filter((/** @type {any} */ one) => !one.cash);
  return element(
    "section",
    { class: "panel", tabindex: "0", "aria-label": text("cage.accounts") },
    element("h2", { text: text("cage.cash-in-hand") }),
    table(["", "$opening", "$taken", "$paid", "$closing"], summed(held)),
    element("h2", { text: text("cage.stands-for") }),
    table(["", "$opening", "$added", "$taken-off", "$closing"], summed(owed)),
  );
}

/** @param {any} accounts */
function summed(accounts) {
  const row = (/** @type {string} */ name, /** @type {any} */ one, attributes = {}) =>
    element(
      "tr",
      attributes,
      cell(name),
      ...["opening", "in", "out", "closing"].map((part) => cell(money(one[part]), "money")),
    );
  /** @type {Record<string, number>} */
  const together = { opening: 0, in: 0, out: 0, closing: 0 };
  for (const one of accounts) for (const part of Object.keys(together)) together[part] += one[part];
  return [
    ...accounts.map((/** @type {any} */ one) => row(worded(one.name), one)),
    row(text("cage.together"), together, { class: "sum" }),
  ];
}

/** @param {any} told */
function counts(told) {
  const part = (/** @type {string} */ title, /** @type {any} */ found) =>
    Object.keys(found).length
      ? [
          element("h3", { text: title }),
          table(
            ["", "$number", "$amount"],
            Object.entries(found).map(([name, one]) =>
              element("tr", {}, cell(worded(name)), cell(String(one.number), "money"), cell(money(one.cents), "money")),
            ),
          ),
        ]
      : [];
  const meters = told.meters.map((/** @type {any} */ one) =>
    element("tr", {}, cell(`${one.table}, ${one.seat}`), cell(money(one.in), "money"), cell(money(one.out), "money")),
  );
  return element(
    "section",
    { class: "panel", tabindex: "0", "aria-label": text("cage.went-through") },
    element("h2", { text: text("cage.went-through") }),
    ...part(text("cage.tickets"), told.tickets),
    ...part(text("cage.vouchers-no-money"), told.vouchers),
    ...part(text("cage.cash"), told.cash),
    ...part(text("cage.transfers"), told.transfers),
    ...part(text("cage.by-hand"), { [text("cage.paid-by-hand")]: told.by_hand }),
    element("h3", { text: text("cage.meters") }),
    meters.length
      ? table(["", "$in", "$out"], meters)
      : element("p", { class: "empty", text: text("cage.nothing-through") }),
  );
}

/**
 * @param {string[]} names
 * @param {any[]} rows
 */
function table(names, rows) {
  return element("table", {}, element("thead", {}, heads(names)), element("tbody", {}, ...rows));
}
