// A page with the rules of every game of the floor, for desks and crews; one game at a time.

import { element, find, getSurely } from "../common/page.js";
import { approved, clauses, rulesOf } from "../common/rulebook.js";
import { text } from "../common/text.js";

const wanted = new URLSearchParams(location.search).get("book");
const { games } = await getSurely("/api/rules");
const tabs = games.map((/** @type {Record<string, any>} */ { book, title, document: found }) =>
  element(
    "button",
    {
      type: "button",
      role: "tab",
      id: `tab-${book}`,
      "aria-controls": "book",
      "data-book": book,
      onclick: () => show(book),
    },
    title,
    element("small", { class: found ? "quiet" : "bad", text: found ? found.version : text("rules.no-document") }),
  ),
);

/** @param {string} book */
async function show(book) {
  for (const tab of tabs) tab.setAttribute("aria-selected", String(tab.dataset.book === book));
  const told = await rulesOf(book);
  find("#book").setAttribute("aria-labelledby", `tab-${book}`);
  find("#book").replaceChildren(element("h2", { text: told.title }), approved(told), clauses(told));
}

find("#games").replaceChildren(...tabs);
if (games.length)
  await show(games.some((/** @type {Record<string, any>} */ { book }) => book === wanted) ? wanted : games[0].book);
else find("#book").replaceChildren(element("p", { class: "quiet", text: text("rules.none") }));
