// Parts that the screens of a tournament share: fields, lists, rows of standings, and what is drawn anew only when it changes.

import { grouped } from "../common/money.js";
import { alone, clauseOf, element } from "../common/page.js";
import { colourOf } from "../common/phase.js";
import { redraw } from "../common/redraw.js";
import { text } from "../common/text.js";

/**
 * Draw a place anew only when what it shows has changed: what somebody is typing there stays.
 * @param {HTMLElement} place
 * @param {any} shape
 * @param {() => any[]} draw
 */
export function drawn(place, shape, draw) {
  const told = JSON.stringify(shape);
  if (place.dataset.shape === told) return;
  place.dataset.shape = told;
  redraw(place, ...draw());
}

/**
 * @param {string} label
 * @param {any} attributes
 */
export function field(label, attributes = {}) {
  const input = element("input", { autocomplete: "off", ...attributes });
  return { input, label: element("label", {}, element("span", { text: label }), input) };
}

/**
 * @param {string} label
 * @param {any} attributes
 */
export function tick(label, attributes = {}) {
  const input = element("input", { type: "checkbox", ...attributes });
  return { input, label: element("label", { class: "tick" }, input, element("span", { text: label })) };
}

/**
 * @param {string} label
 * @param {[string, string][]} options
 * @param {any} attributes
 */
export function choice(label, options, attributes = {}, chosen = "") {
  const input = element(
    "select",
    attributes,
    ...options.map(([value, words]) => element("option", { value, text: words, selected: value === chosen })),
  );
  return { input, label: element("label", {}, element("span", { text: label }), input) };
}

export const button = (/** @type {string} */ words, /** @type {(...given: any[]) => any} */ onclick, kind = "") =>
  element("button", { type: "button", text: words, class: kind, onclick: alone(onclick), "data-once": true });

/**
 * @param {string} title
 * @param {...any} content
 */
export const panel = (title, ...content) =>
  element("section", { class: "panel" }, element("h2", { text: title }), ...content);

/**
 * @param {[string, string][]} columns words and class
 * @param {any[]} rows
 * @param {string} caption
 */
export function grid(columns, rows, caption) {
  return element(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": caption },
    element(
      "table",
      {},
      element(
        "thead",
        {},
        element(
          "tr",
          {},
          ...columns.map(([words, kind]) =>
            words ? element("th", { text: words, class: kind, scope: "col" }) : element("td"),
          ),
        ),
      ),
      element("tbody", {}, ...rows),
    ),
  );
}

export const cell = (/** @type {any} */ words, kind = "") =>
  words instanceof Node ? element("td", { class: kind }, words) : element("td", { class: kind, text: words });

/**
 * Why something is not done, with its clause.
 * @param {string} why
 * @param {string} [clause]
 */
export const because = (why, clause) => element("p", { class: "why" }, why, clauseOf(clause));

/**
 * Standings of a table: rank, player, chips, and how each stands.
 * @param {any} table
 * @param {{ me?: string, most?: number }} how
 */
export function standings(table, { me = "", most = 99 } = {}) {
  const rows = table.standings.slice(0, most).map((/** @type {any} */ each) =>
    element(
      "tr",
      {
        class: [each.player === me ? "me" : "", stands(table, each)].join(" ").trim(),
        "data-player": each.player,
      },
      cell(each.rank ? String(each.rank) : "–", "number"),
      element("td", {}, each.player, ...signs(table, each)),
      cell(grouped(each.chips), "number chips-held"),
    ),
  );
  return grid(
    [
      [text("tournament.head-rank"), "number"],
      [text("tournament.head-player"), ""],
      [text("tournament.head-chips"), "number"],
    ],
    rows,
    text("tournament.standings-of", { table: table.table }),
  );
}

/**
 * How a player stands at a table: out, or with chips enough to go on.
 * @param {any} table
 * @param {any} each
 */
export function stands(table, each) {
  if (each.state !== "in") return "gone";
  const equal = table.standings.filter((/** @type {any} */ other) => other.rank === each.rank).length;
  return each.rank && each.rank + equal - 1 <= table.advance ? "goes-on" : ""; // equal chips across the cut are open yet
}

/**
 * A result as the table has it: the number on its colour, or the dice.
 * @param {any} result
 */
export const ball = (result) => element("span", { class: `ball ${colourOf(result) || "plain"}`, text: String(result) });

/**
 * What the table sees in front of a player: the marker, a pass card, the indicator of a form, whether they have acted.
 * @param {any} table
 * @param {any} each
 */
export function signs(table, each) {
  const found = [];
  if (table.marker === each.player) found.push(["marker", text("tournament.sign-marker")]);
  if (table.turn === each.player) found.push(["turn", text("tournament.sign-turn")]);
  if (each.passed) found.push(["passed", text("tournament.sign-passed")]);
  if (each.form) found.push(["form", text("tournament.sign-form")]);
  if (each.acted && !each.passed && !each.form) found.push(["acted", text("tournament.sign-acted")]);
  if (each.state !== "in") found.push(["out", text(`tournament.state-${each.state}`)]);
  return found.map(([kind, words]) => element("span", { class: `sign ${kind}`, text: words }));
}

// A time as a field for date and time has it, in this browser's own zone.
export function localTime(/** @type {number} */ micros) {
  const then = new Date(micros / 1000);
  const two = (/** @type {number} */ part) => String(part).padStart(2, "0");
  const day = `${then.getFullYear()}-${two(then.getMonth() + 1)}-${two(then.getDate())}`;
  return `${day}T${two(then.getHours())}:${two(then.getMinutes())}`;
}

export const fromLocal = (/** @type {string} */ typed) => (typed ? new Date(typed).getTime() * 1000 : 0);
