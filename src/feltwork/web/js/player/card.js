// The card of wagers: each once, with what it pays, its edge and limits, and how it is decided; then the rules of the game.

import { sayLimit } from "../common/limits.js";
import { money } from "../common/money.js";
import { element } from "../common/page.js";
import { approved, clauses, rulesOf } from "../common/rulebook.js";
import { text } from "../common/text.js";
import { worded } from "../common/wording.js";
import { listOfKeys } from "./keys.js";
import { open, quiet } from "./sheets.js";
import { edgeOf } from "./tip.js";

/** @import { Terminal } from "./terminal.js" */

const FEW = 6; // so many spots are named one by one

/**
 * The spots of each wager; those that pay alike, with the same edge and limits, are one row.
 * @param {Record<string, any>} card
 * @param {Record<string, any>} legal
 */
export function alike(card, legal) {
  /** @type {Map<string, { spot: any, rows: Map<string, { spot: any, limit: any, ons: string[] }> }>} */
  const wagers = new Map();
  for (const [key, spot] of Object.entries(card)) {
    const wager = wagers.get(spot.wager) ?? { spot, rows: new Map() };
    wagers.set(spot.wager, wager);
    const limit = legal[key]?.limit ?? null;
    const same = JSON.stringify([spot.pays, spot.edge, limit]);
    const row = wager.rows.get(same) ?? { spot, limit, ons: [] };
    wager.rows.set(same, row);
    row.ons.push(spot.name.startsWith(`${spot.title} `) ? spot.name.slice(spot.title.length + 1) : "");
  }
  return [...wagers.values()].map(({ spot, rows }) => ({ spot, rows: [...rows.values()] }));
}

/**
 * Where a row of several counts: "on 4, 10".
 * @param {string[]} ons
 */
function placesOf(ons) {
  const named = ons.filter(Boolean);
  if (named.length > FEW) return text("player.places", { first: named[0], count: named.length - 1 });
  return named.map((on, i) => (i ? on.replace(/^\S+ /, "") : on)).join(", ");
}

/** @param {{ spot: any, rows: { spot: any, limit: any, ons: string[] }[] }} wager */
function wagerOf({ spot, rows }) {
  return element(
    "article",
    { class: "wager" },
    element("h3", { text: spot.title }, element("span", { class: "clause", text: ` ${spot.clause}` })),
    ...rows.map(({ spot: one, limit, ons }) =>
      element(
        "dl",
        {},
        rows.length > 1 && placesOf(ons)
          ? element("div", { class: "on" }, element("dd", { text: placesOf(ons) }))
          : null,
        told("pays", one.pays ?? ""),
        told("house-edge", edgeOf(one)),
        told("limits", limit ? sayLimit(limit) : ""),
      ),
    ),
    element("p", { class: "quiet", text: [...spot.how, ...spot.also].map(worded).join(" ") }),
  );
}

/**
 * @param {string} head
 * @param {string} value
 */
const told = (head, value) =>
  value
    ? element("div", {}, element("dt", { text: text(`player.head-${head}`) }), element("dd", { text: value }))
    : null;

/** @param {Terminal} terminal */
export function showCard(terminal) {
  const { shooting } = terminal.link.view;
  const shooter = shooting
    ? quiet(
        text("player.to-shoot", {
          least: Object.entries(shooting.least)
            .map(([wager, cents]) =>
              text("player.at-least", { amount: money(cents), wager: terminal.card[wager]?.name ?? wager }),
            )
            .join(text("player.or")),
          clause: shooting.clause,
        }),
      )
    : null;
  const rules = element("div", { id: "approved-rules" });
  const all = element("div", {});
  rulesOf(terminal.link.view.book).then((found) => {
    rules.replaceChildren(approved(found));
    if (!found.document) all.after(rules); // what is missing is not the first thing that is read
    all.replaceChildren(clauses(found));
  });
  open(
    text("player.every-wager", { name: worded(terminal.link.view.name) }),
    rules,
    shooter,
    element("div", { class: "wagers" }, ...alike(terminal.card, terminal.legality.spots).map(wagerOf)),
    listOfKeys(),
    all,
  );
}
