// The tournaments of a demonstration: how each stands, and ways to play in it, deal it or watch it.

import { element, find } from "../common/page.js";
import { text } from "../common/text.js";

let shown = "";

/**
 * @param {Record<string, any>} told
 * @param {(kind: string, where: any) => any} take
 */
export function showCups({ tournaments = [], tables }, take) {
  const told = JSON.stringify(tournaments);
  if (told === shown) return;
  shown = told;
  const place = find("#cups");
  place.hidden = !tournaments.length;
  place.replaceChildren(
    element("h2", { text: text("lobby.cups") }),
    ...tournaments.map((/** @type {any} */ cup) => card(cup, tables, take)),
  );
}

/**
 * @param {any} cup
 * @param {any[]} tables
 * @param {(kind: string, where: any) => any} take
 */
function card(cup, tables, take) {
  const id = encodeURIComponent(cup.id);
  const name = cup.title || cup.id;
  const crew = tables.find((table) => table.book === cup.book)?.table;
  const way = (/** @type {string} */ key, /** @type {string} */ kind, /** @type {any} */ where) =>
    element("button", {
      type: "button",
      class: key === "play" ? "act" : "",
      text: text(`lobby.way-${key}`),
      "aria-label": text(`lobby.way-${key}-at`, { table: name }),
      "data-way": key,
      onclick: () => take(kind, where),
    });
  return element(
    "article",
    { class: "table panel", "data-cup": cup.id, "data-book": cup.book },
    element("h2", { text: name }),
    element("p", { class: "quiet", text: `${cup.book_title} · ${text(`lobby.cup-${cup.phase}`)}` }),
    element("p", { text: text("lobby.cup-players", { count: cup.entered }) }),
    element(
      "div",
      { class: "acts" },
      way("play", "player", { path: `/tournament/play?id=${id}`, tournament: true }),
      crew ? way("deal", "crew", { table: crew, path: `/tournament/deal?id=${id}` }) : null,
      way("watch", "wall", { path: `/tournament/board?id=${id}` }),
    ),
  );
}
