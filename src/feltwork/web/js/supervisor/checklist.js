// The sheet on which a manager says what was found: each item measured, counted and numbered as its clause asks, filled in as it was last time.

import { announce, element, find, findAll } from "../common/page.js";
import { text } from "../common/text.js";
import { worded } from "../common/wording.js";

/** @import { Console } from "./console.js" */

const PER_MM = 1000;

/**
 * A length is typed in millimetres and kept in whole micrometres; anything else typed is nothing.
 * @param {string} text
 */
export function asMicrometres(text) {
  const found = /^(\d{1,6})(?:[.,](\d{1,3}))?$/.exec(text.trim());
  return found ? Number(found[1]) * PER_MM + Number((found[2] ?? "").padEnd(3, "0")) : null;
}

/** @param {any} value */
export function asMillimetres(value) {
  const rest = String(value % PER_MM)
    .padStart(3, "0")
    .replace(/0+$/, "");
  return `${Math.floor(value / PER_MM)}${rest ? `.${rest}` : ""}`;
}

/**
 * What was typed into one field, as it is sent; null where nothing that can be sent was.
 * @param {string} kind
 * @param {string} text
 */
export function told(kind, text) {
  if (kind === "length") return asMicrometres(text);
  if (kind === "count") return /^\d{1,6}$/.test(text.trim()) ? Number(text) : null;
  return text.trim() || null;
}

/**
 * What the fields of one item say: {serials, values}, without what was left empty.
 * @param {any} fields
 */
export function foundBy(fields) {
  /** @type {{ serials: string[], values: Record<string, any> }} */
  const found = { serials: [], values: {} };
  for (const { name, kind, each, several, texts } of fields) {
    if (name === null) found.serials = texts.map((/** @type {string} */ text) => text.trim());
    else if (several) found.values[name] = texts;
    else {
      const values = texts.map((/** @type {string} */ text) => told(kind, text));
      if (values.every((/** @type {any} */ value) => value !== null)) found.values[name] = each ? values : values[0];
    }
  }
  return found;
}

// How a value that is kept is shown in its field.
const typed = (/** @type {string} */ kind, /** @type {any} */ value) =>
  value === undefined ? "" : kind === "length" ? asMillimetres(value) : String(value);
const label = (/** @type {any} */ measure) => `${measure.name}${measure.kind === "length" ? ", mm" : ""}`;

/**
 * @param {any} item
 * @param {any} measure
 * @param {any} value
 */
function choice(item, measure, value) {
  const options = ["", ...measure.fits, ...measure.fails].map((found) =>
    element("option", { value: found, text: found || text("supervisor.choose"), selected: found === value }),
  );
  return element(
    "label",
    { class: "measure", text: label(measure) },
    element("select", { "data-name": measure.name, "data-item": item }, ...options),
  );
}

/**
 * @param {any} item
 * @param {any} measure
 * @param {any} value
 */
function several(item, measure, value = []) {
  const boxes = measure.fits.map((/** @type {string} */ found) =>
    element(
      "label",
      { class: "some" },
      element("input", {
        type: "checkbox",
        value: found,
        checked: value.includes(found),
        "data-name": measure.name,
        "data-item": item,
      }),
      found,
    ),
  );
  return element(
    "fieldset",
    { class: "measure" },
    element("legend", { text: label(measure) }),
    element("div", { class: "picks" }, ...boxes),
  );
}

/**
 * @param {any} item
 * @param {any} measure
 * @param {any} value
 */
function typedField(item, measure, value) {
  const many = measure.each || 1;
  const kept = measure.each ? (value ?? []) : [value];
  const inputs = Array.from({ length: many }, (_, i) =>
    element("input", {
      value: typed(measure.kind, kept[i]),
      inputmode: "decimal",
      autocomplete: "off",
      "data-name": measure.name,
      "data-item": item,
      "aria-label":
        many > 1
          ? text("supervisor.measure-of-many", { what: label(measure), at: i + 1, many, item })
          : `${label(measure)}, ${item}`,
    }),
  );
  return element(
    "div",
    { class: "measure" },
    element("span", { text: many > 1 ? text("supervisor.measure-each", { what: label(measure) }) : label(measure) }),
    element("div", { class: "values" }, ...inputs),
  );
}

/**
 * @param {Record<string, any>} given
 * @param {any} serials
 */
function numbersField({ item, pieces, numbered }, serials = []) {
  const inputs = Array.from({ length: pieces }, (_, i) =>
    element("input", {
      value: serials[i] ?? "",
      autocomplete: "off",
      class: "serial",
      "data-item": item,
      "data-serial": "",
      "aria-label":
        pieces > 1
          ? text("supervisor.number-of-piece", { piece: numbered, at: i + 1 })
          : text("supervisor.number-of", { piece: numbered }),
    }),
  );
  return element(
    "div",
    { class: "measure wide" },
    element("span", {
      text:
        numbered === "colour check emblem"
          ? text("supervisor.emblem")
          : pieces > 1
            ? text("supervisor.number-of-each", { piece: numbered })
            : text("supervisor.its-number"),
    }),
    element("div", { class: "values" }, ...inputs),
  );
}

/**
 * One item: a tick, its clause, and what is to be told of it. What took another's place has other numbers, so those are left to be read.
 * @param {any} entry
 */
function row(entry) {
  const { item, clause, measures, pieces, last, again } = entry;
  const fields = measures.map((/** @type {any} */ measure) => {
    const value = last?.values[measure.name];
    return measure.kind === "choice"
      ? choice(item, measure, value)
      : measure.kind === "several"
        ? several(item, measure, value)
        : typedField(item, measure, value);
  });
  if (pieces) fields.unshift(numbersField(entry, again === "another" ? [] : last?.serials));
  const tick = element(
    "label",
    { class: "check" },
    element("input", { type: "checkbox", value: item, "data-tick": "" }),
    element("b", { text: worded(item) }),
    element("span", { class: "clause", text: clause }),
  );
  return element(
    "fieldset",
    { class: "item", "data-row": item },
    tick,
    fields.length ? element("div", { class: "measures" }, ...fields) : null,
  );
}

/**
 * @param {string} selector
 * @param {HTMLElement} node
 * @returns {HTMLInputElement[]}
 */
const inputsOf = (selector, node) => /** @type {HTMLInputElement[]} */ (findAll(selector, node));

/**
 * @param {HTMLElement} node
 * @param {Record<string, any>} given
 */
function read(node, { item, measures, pieces }) {
  const of = (/** @type {string} */ name) =>
    inputsOf("[data-name]", node).filter(({ dataset }) => dataset.name === name && dataset.item === item);
  const fields = measures.map((/** @type {any} */ measure) => {
    const some = measure.kind === "several";
    const inputs = some ? of(measure.name).filter(({ checked }) => checked) : of(measure.name);
    return {
      name: measure.name,
      kind: measure.kind,
      each: measure.each,
      several: some,
      texts: inputs.map(({ value }) => value),
    };
  });
  if (pieces)
    fields.push({
      name: null,
      texts: inputsOf("[data-serial]", node)
        .filter(({ dataset }) => dataset.item === item)
        .map(({ value }) => value),
    });
  return foundBy(fields);
}

/**
 * @param {Console} console_
 * @param {any} office
 */
export function openChecklist(console_, office) {
  const due = office.equipment.filter((/** @type {Record<string, any>} */ { checked }) => !checked);
  const rows = due.map((/** @type {any} */ entry) => [entry, row(entry)]);
  const why = element("p", { class: "why bad", role: "alert" });
  const dialog = find("#sheet");
  const record = async () => {
    why.textContent = "";
    const ticked = rows.filter((/** @type {any} */ [, node]) => node.querySelector("[data-tick]").checked);
    if (!ticked.length) {
      why.textContent = text("supervisor.tick-first");
      return;
    }
    const found = Object.fromEntries(
      ticked
        .filter((/** @type {any} */ [entry]) => entry.measured)
        .map((/** @type {any} */ [entry, node]) => [entry.item, read(node, entry)]),
    );
    const answer = await console_.answer({
      type: "check-equipment",
      items: ticked.map((/** @type {any} */ [{ item }]) => item),
      found,
    });
    if (answer.why) {
      why.replaceChildren(
        answer.why,
        ...(answer.clause ? [element("span", { class: "clause", text: ` (${answer.clause})` })] : []),
      );
      return;
    }
    dialog.close();
    const left = rows.length - ticked.length;
    announce(left ? text("supervisor.left-to-check", { count: left }) : text("supervisor.all-checked"));
    console_.refresh(true);
  };
  const form = element(
    "form",
    { method: "dialog", class: "checklist" },
    ...rows.map((/** @type {any} */ [, node]) => node),
    why,
    element(
      "div",
      { class: "end" },
      element("button", { type: "button", text: text("common.cancel"), onclick: () => dialog.close() }),
      element("button", { type: "submit", class: "act", text: text("supervisor.record-check") }),
    ),
  );
  form.addEventListener("submit", (/** @type {any} */ event) => {
    event.preventDefault();
    record();
  });
  dialog.replaceChildren(
    element("h2", { id: "sheet-title", text: text("supervisor.check-title") }),
    element("p", {
      class: "quiet",
      text: text("supervisor.check-about"),
    }),
    form,
  );
  if (!dialog.open) dialog.showModal();
  form.querySelector("[data-tick]")?.focus();
}
