// Small parts that the staff's screens share: buttons that act once, tags, rows and cells.

import { alone, element } from "./page.js";

export const row = (/** @type {any[]} */ ...parts) => element("div", { class: "row" }, ...parts);
export const button = (/** @type {string} */ words, /** @type {(...given: any[]) => any} */ onclick, kind = "") =>
  element("button", { type: "button", text: words, onclick: alone(onclick), class: kind, "data-once": true });
export const tag = (/** @type {string} */ words, tone = "") => element("span", { class: `tag ${tone}`, text: words });
export const cell = (/** @type {string} */ words, kind = "") => element("td", { class: kind, text: words });
