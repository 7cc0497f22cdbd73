// The day's reconciliation: it comes to zero, or says where it does not.

import { money } from "../common/money.js";
import { element, find, get, newest } from "../common/page.js";
import { button, cell, field } from "./parts.js";

export const day = {
  open() {
    const date = field("Day", { type: "date", id: "day" });
    date.input.addEventListener("change", () => show(date.input.value));
    const head = element(
      "div",
      { class: "row day-head" },
      date.label,
      button("Today", () => {
        date.input.value = "";
        show("");
      }),
      button("Print", () => print()),
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
  sound.textContent = told.wrong.length
    ? told.wrong.join("; ")
    : "Everything comes to zero: the accounts, the tickets, and the meters of all terminals.";
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
    { class: "panel", tabindex: "0", "aria-label": "Accounts" },
    element("h2", { text: "Cash in hand" }),
    table(["", "$Opening", "$Taken", "$Paid", "$Closing"], summed(held)),
    element("h2", { text: "What it stands for" }),
    table(["", "$Opening", "$Added", "$Taken off", "$Closing"], summed(owed)),
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
  return [...accounts.map((/** @type {any} */ one) => row(one.name, one)), row("together", together, { class: "sum" })];
}

/** @param {any} told */
function counts(told) {
  const part = (/** @type {string} */ title, /** @type {any} */ found) =>
    Object.keys(found).length
      ? [
          element("h3", { text: title }),
          table(
            ["", "$Number", "$Amount"],
            Object.entries(found).map(([name, one]) =>
              element("tr", {}, cell(name), cell(String(one.number), "money"), cell(money(one.cents), "money")),
            ),
          ),
        ]
      : [];
  const meters = told.meters.map((/** @type {any} */ one) =>
    element("tr", {}, cell(`${one.table}, ${one.seat}`), cell(money(one.in), "money"), cell(money(one.out), "money")),
  );
  return element(
    "section",
    { class: "panel", tabindex: "0", "aria-label": "What went through" },
    element("h2", { text: "What went through" }),
    ...part("Tickets", told.tickets),
    ...part("Vouchers, which are no money", told.vouchers),
    ...part("Cash", told.cash),
    ...part("Transfers", told.transfers),
    ...part("By hand", { "paid by hand": told.by_hand }),
    element("h3", { text: "Meters of terminals and seats" }),
    meters.length
      ? table(["", "$In", "$Out"], meters)
      : element("p", { class: "empty", text: "Nothing went through today." }),
  );
}

/**
 * @param {string[]} heads
 * @param {any[]} rows
 */
function table(heads, rows) {
  const head = element(
    "tr",
    {},
    ...heads.map((/** @type {string} */ text) =>
      element("th", { text: text.replace("$", ""), class: text.startsWith("$") ? "money" : "", scope: "col" }),
    ),
  );
  return element("table", {}, element("thead", {}, head), element("tbody", {}, ...rows));
}
