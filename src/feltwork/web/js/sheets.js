// Sheets over the felt. One is open at a time; a correction has a sheet of its own, which nothing else replaces.

import { element, find } from "./page.js";

export function open(title, ...content) {
  const dialog = find("#dialog");
  find("#dialog-title").textContent = title;
  find("#dialog-body").replaceChildren(...content.filter(Boolean));
  if (!dialog.open) dialog.showModal();
}

export function close() {
  find("#dialog").close();
}

export const button = (text, onclick, kind = "", more = {}) => element("button", { type: "button", class: kind, text, onclick, ...more });

export const section = (title, ...content) => element("section", {}, element("h3", { text: title }), ...content.filter(Boolean));

export const row = (...content) => element("div", { class: "row" }, ...content.filter(Boolean));

export const quiet = (text) => element("p", { class: "quiet", text });

export function table(heads, rows) {
  const right = new Set(["you", "chance", "stake", "won", "back"]);
  const head = element("tr", {}, ...heads.map((text) => element("th", { scope: "col", text, class: right.has(text) ? "money" : "" })));
  return element("div", { class: "wide", tabindex: "0", role: "region", "aria-label": "Table" }, element("table", {}, element("thead", {}, head), element("tbody", {}, ...rows)));
}
