// The terms of a promotion as a form: every item that its books ask for, with its clause; prizes with what their kind must say.

import { money, parse } from "../common/money.js";
import { element, find } from "../common/page.js";
import { openSheet } from "../common/sheet.js";
import { text } from "../common/text.js";
import { when } from "../common/times.js";
import { choiceField, longField, textField } from "./fields.js";
import { asField, button, clause, facts, fromField, prizeOf, section } from "./parts.js";

/** @import { Office } from "./office.js" */

const TIMES = ["commences", "closes", "draws_at"];
const YES = [
  ["", "–"],
  ["yes", text("office.yes")],
  ["no", text("office.no")],
];

/** @param {Office} office */
export function newPromotion(office) {
  const books = office.books.filter(({ promotion }) => promotion);
  openSheet({
    title: text("office.new-promotion"),
    fields: [
      { name: "name", label: text("office.promotion-id") },
      { name: "title", label: text("office.promotion-title") },
      {
        node: element(
          "fieldset",
          {},
          element("legend", { text: text("office.at-games") }),
          ...books.map(({ book, name }, at) =>
            element(
              "label",
              { class: "check" },
              element("input", { type: "checkbox", name: `at-${book}`, checked: at === 0 }),
              name,
            ),
          ),
        ),
      },
    ],
    act: text("office.draft"),
    send: async (values) => {
      const at = books.map(({ book }) => book).filter((book) => values[`at-${book}`]);
      const told = await office.order(
        `promotion/${encodeURIComponent(values.name)}`,
        { type: "draft-promotion", books: at, terms: { title: values.title } },
        { say: text("office.drafted") },
      );
      if (!told.why) office.choose({ name: values.name });
      return told;
    },
  });
}

/**
 * The form of the terms; after commencement they are amended, with a reason and where the book asks for it an approval.
 * @param {Office} office
 * @param {any} promotion
 */
export function editTerms(office, promotion, amends = false) {
  const { terms, books } = promotion;
  const rules = office.book(books[0]).promotion;
  const prizes = element("div", { class: "prizes" });
  const add = (/** @type {any} */ prize) => prizes.append(prizeFields(office, rules, prize, prizes.children.length));
  for (const prize of terms.prizes) add(prize);
  const approval = books.some((/** @type {string} */ id) => office.book(id).promotion.approval);
  openSheet({
    title: text(amends ? "office.amend" : "office.edit-terms"),
    about: text("office.terms-about"),
    fields: [
      { name: "title", label: text("office.promotion-title"), value: terms.title },
      ...rules.items
        .filter((/** @type {any} */ item) => item.needs[0] !== "prizes")
        .map((/** @type {any} */ item) => ({ node: itemFields(item, terms) })),
      { node: longField("conditions", text("office.term-conditions"), terms.conditions) },
      { node: longField("marketing", text("office.term-marketing"), terms.marketing) },
      { node: longField("available", text("office.term-available"), terms.available.join("\n")) },
      {
        node: choiceField("one_prize_each", text("office.one-each"), YES.slice(1), terms.one_prize_each ? "yes" : "no"),
      },
      { node: choiceField("own_entry", text("office.own-entry"), YES.slice(1), terms.own_entry ? "yes" : "no") },
      {
        node: textField("wager_for_each", text("office.wager-for-each"), {
          value: terms.wager_for_each ? money(terms.wager_for_each) : "",
        }),
      },
      { node: longField("more", text("office.term-more"), terms.more) },
      { node: element("h3", { text: text("office.prizes") }) },
      { node: prizes },
      {
        node: button(text("office.add-prize"), () =>
          add({ name: "", kind: "money", value: 0, count: 1, details: [], includes: [] }),
        ),
      },
      ...(amends ? [{ name: "reason", label: text("office.why") }] : []),
      ...(amends && approval ? [{ name: "approval", label: text("office.approval"), required: false }] : []),
    ],
    act: text(amends ? "office.amend" : "office.keep-draft"),
    send: (values) => {
      const made = read(values, prizes, rules);
      if (made.why) return made;
      const command = amends
        ? { type: "amend-promotion", terms: made.terms, reason: values.reason, approval: values.approval ?? "" }
        : { type: "draft-promotion", books, terms: made.terms };
      return office.order(`promotion/${promotion.name}`, command, { say: text("office.kept-said") });
    },
  });
  find("#sheet").classList.add("wide");
  find("#sheet").addEventListener("close", () => find("#sheet").classList.remove("wide"), { once: true });
}

/**
 * The fields of one item of the book, under its clause.
 * @param {any} item
 * @param {any} terms
 */
function itemFields(item, terms) {
  const head = element("legend", {}, `${item.about} `, clause(item.clause));
  const fields = item.needs.map((/** @type {string} */ name) => {
    const label = text(`office.term-${name.replaceAll("_", "-")}`);
    if (TIMES.includes(name)) return textField(name, label, { type: "datetime-local", value: asField(terms[name]) });
    if (name === "presence")
      return choiceField(
        name,
        label,
        [
          ["", "–"],
          ["required", text("office.presence-required")],
          ["not required", text("office.presence-free")],
        ],
        terms[name],
      );
    if (name === "minimum_wager") return textField(name, label, { value: terms[name] ? money(terms[name]) : "" });
    return longField(name, label, terms[name]);
  });
  const used = item.used
    ? [
        choiceField(
          "wager_required",
          text("office.term-wager-required"),
          YES,
          terms.wager_required === null ? "" : terms.wager_required ? "yes" : "no",
        ),
      ]
    : [];
  return element("fieldset", {}, head, element("div", { class: "two" }, ...used, ...fields));
}

/**
 * @param {Office} office
 * @param {any} rules
 * @param {any} prize
 * @param {number} at
 */
function prizeFields(office, rules, prize, at) {
  const extras = element("div", { class: "two" });
  const details = Object.fromEntries(prize.details ?? []);
  const kind = choiceField(
    `kind-${at}`,
    text("office.prize-kind"),
    office.kinds.map((/** @type {string} */ name) => [name, prizeOf(name)]),
    prize.kind,
  );
  const fill = (/** @type {string} */ name) =>
    extras.replaceChildren(
      ...(rules.extras[name] ?? []).map((/** @type {any} */ extra) =>
        textField(`extra-${extra.name}-${at}`, `${extra.name} (${extra.clause})`, { value: details[extra.name] ?? "" }),
      ),
    );
  kind.querySelector("select")?.addEventListener("change", (/** @type {any} */ event) => fill(event.target.value));
  fill(prize.kind);
  const field = (/** @type {string} */ name, value = "") =>
    textField(`${name}-${at}`, text(`office.prize-${name}`), { value });
  const made = element(
    "fieldset",
    { class: "prize" },
    element(
      "div",
      { class: "two" },
      field("name", prize.name),
      kind,
      field("value", prize.value ? money(prize.value) : ""),
      field("count", String(prize.count)),
      field("includes", (prize.includes ?? []).join(", ")),
      field("litres", prize.liquor ? String(prize.liquor / 1000) : ""),
      field("alternative", prize.alternative ? money(prize.alternative) : ""),
      field("stated", prize.alternative_stated ?? ""),
    ),
    extras,
    button(text("office.take-out"), () => made.remove()),
  );
  made.dataset.prize = String(at);
  return made;
}

/**
 * The terms as they were typed, or why they cannot be read.
 * @param {Record<string, any>} values
 * @param {any} prizes
 * @param {any} rules
 * @returns {{ why?: string, terms?: any }}
 */
function read(values, prizes, rules) {
  /** @type {string | undefined} */
  let bad;
  const cents = (/** @type {string} */ typed) => {
    const found = typed ? parse(typed) : 0;
    if (found === null) bad ??= typed;
    return found ?? 0;
  };
  const litres = (/** @type {string} */ typed) => {
    const found = Math.round(Number((typed || "0").replace(",", ".")) * 1000);
    if (!(found >= 0)) bad ??= typed;
    return found >= 0 ? found : 0;
  };
  /** @type {Record<string, any>} */
  const terms = { title: values.title };
  for (const item of rules.items)
    for (const name of item.needs)
      if (name !== "prizes")
        terms[name] = TIMES.includes(name)
          ? fromField(values[name])
          : name === "minimum_wager"
            ? cents(values[name])
            : values[name];
  terms.wager_required = values.wager_required ? values.wager_required === "yes" : null;
  terms.marketing = values.marketing;
  terms.available = values.available.split("\n").filter((/** @type {string} */ one) => one.trim());
  terms.one_prize_each = values.one_prize_each === "yes";
  terms.more = values.more;
  terms.own_entry = values.own_entry === "yes";
  terms.wager_for_each = cents(values.wager_for_each);
  terms.prizes = [...prizes.children].map((made) => {
    const at = made.dataset.prize;
    const get = (/** @type {string} */ name) => values[`${name}-${at}`] ?? "";
    return {
      name: get("name"),
      kind: get("kind"),
      value: cents(get("value")),
      count: Number(get("count")) || 1,
      includes: get("includes")
        .split(",")
        .map((/** @type {string} */ one) => one.trim())
        .filter(Boolean),
      liquor: litres(get("litres")),
      alternative: cents(get("alternative")),
      alternative_stated: get("stated"),
      details: (rules.extras[get("kind")] ?? [])
        .map((/** @type {any} */ extra) => [extra.name, values[`extra-${extra.name}-${at}`] ?? ""])
        .filter((/** @type {string[]} */ [, said]) => said),
    };
  });
  return bad === undefined ? { terms } : { why: text("common.not-an-amount", { typed: bad }) };
}

/**
 * The terms to be read, as they stand.
 * @param {any} promotion
 */
export function termsShown(promotion) {
  const { terms } = promotion;
  const prizes = terms.prizes.map((/** @type {any} */ prize) =>
    element("li", { text: `${prize.count} × ${prize.name} (${prizeOf(prize.kind)}), ${money(prize.value)}` }),
  );
  const names = [
    "manner",
    "awarded",
    "eligible",
    "wager",
    "nature",
    "place",
    "claiming",
    "told",
    "published",
    "conditions",
    "marketing",
    "more",
  ];
  if (!prizes.length && !names.some((name) => terms[name])) return null;
  return section(
    text("office.terms"),
    facts(
      [
        ...names.map((name) => /** @type {[string, any]} */ ([name, terms[name]])),
        ["presence", terms.presence],
        ["available", terms.available.join(", ")],
        ["closes", terms.closes ? when(terms.closes) : ""],
      ],
      (name) => text(`office.term-${name}`),
    ),
    element("ul", { class: "lacks" }, ...prizes),
  );
}
