// What a correction comes to before anybody confirms it: each seat's round before and after, and the difference.

import { money } from "../common/money.js";
import { element, get } from "../common/page.js";
import { called } from "../common/people.js";
import { text } from "../common/text.js";

/** @import { Console } from "./console.js" */

export const signed = (/** @type {number} */ cents) =>
  `${cents < 0 ? "−" : cents > 0 ? "+" : ""}${money(Math.abs(cents))}`;

/**
 * A place that shows what a wish would come to: asked of the table itself.
 * @param {Console} console_
 */
export function comparison(console_) {
  const place = element("div", {
    class: "compared",
    "aria-live": "polite",
    "data-empty": text("supervisor.compared-empty"),
  });
  let asked = 0;
  const ask = async (/** @type {{ version: number, result: any, forfeits?: number[] } | null} */ wish) => {
    asked += 1;
    const mine = asked;
    if (!wish) return place.replaceChildren();
    const told = await get(`/api/office/${console_.table}/correction?wish=${encodeURIComponent(JSON.stringify(wish))}`);
    if (mine === asked) place.replaceChildren(told.seats ? drawn(told.seats) : element("p", { text: told.why ?? "" }));
    return undefined;
  };
  return { place, ask };
}

/** @param {any[]} seats */
function drawn(seats) {
  const sum = (/** @type {"before" | "after" | "cents"} */ what) =>
    seats.reduce((total, seat) => total + seat[what], 0);
  const cells = (/** @type {any} */ row) => [
    element("td", { class: "money", text: signed(row.before) }),
    element("td", { class: "money", text: signed(row.after) }),
    element("td", { class: `money ${row.cents < 0 ? "bad" : row.cents > 0 ? "good" : ""}`, text: signed(row.cents) }),
  ];
  if (!seats.length) return element("p", { class: "quiet", text: text("supervisor.nobody-concerned") });
  return element(
    "table",
    {},
    element("caption", { text: text("supervisor.compared") }),
    element(
      "thead",
      {},
      element(
        "tr",
        {},
        ...["seat", "before", "after", "difference"].map((name, i) =>
          element("th", { text: text(`supervisor.head-${name}`), class: i ? "money" : "", scope: "col" }),
        ),
      ),
    ),
    element(
      "tbody",
      {},
      ...seats.map((row) =>
        element(
          "tr",
          { "data-seat": row.seat },
          element("th", {
            scope: "row",
            text: text("supervisor.seat-of", { seat: String(row.seat), player: called(row.player) }),
          }),
          ...cells(row),
        ),
      ),
    ),
    element(
      "tfoot",
      {},
      element(
        "tr",
        {},
        element("th", { scope: "row", text: text("supervisor.all-seats") }),
        ...cells({ before: sum("before"), after: sum("after"), cents: sum("cents") }),
      ),
    ),
  );
}
