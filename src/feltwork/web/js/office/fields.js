// Fields of the office's sheets.

import { element } from "../common/page.js";
import { text } from "../common/text.js";

/**
 * @param {string} name
 * @param {string} label
 * @param {Record<string, any>} [attributes]
 */
export function textField(name, label, attributes = {}) {
  return element("label", {}, label, element("input", { name, autocomplete: "off", ...attributes }));
}

/**
 * @param {string} name
 * @param {string} label
 */
export function longField(name, label, value = "") {
  return element("label", {}, label, element("textarea", { name, text: value, rows: "2", maxlength: "2000" }));
}

/**
 * @param {string} name
 * @param {string} label
 * @param {string[][]} options
 */
export function choiceField(name, label, options, value = "") {
  const made = options.map(([id, words]) => element("option", { value: id, text: words, selected: id === value }));
  return element("label", {}, label, element("select", { name }, ...made));
}

/**
 * Which game it is about.
 * @param {any[]} books
 * @param {(book: string) => any} onchange
 */
export function bookField(books, onchange) {
  const made = choiceField(
    "book",
    text("office.game"),
    books.map(({ book, name }) => [book, name]),
  );
  made.querySelector("select")?.addEventListener("change", (/** @type {any} */ event) => onchange(event.target.value));
  return made;
}
