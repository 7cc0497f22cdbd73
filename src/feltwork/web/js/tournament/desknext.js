// What the desk does next, what else it can do, and how the tournament stands.

import { grouped, money } from "../common/money.js";
import { element, find } from "../common/page.js";
import { text } from "../common/text.js";
import { offerForm } from "./offers.js";
import { cell, drawn, grid, panel } from "./parts.js";

const NEXT = [
  "appoint-official",
  "publish-tournament",
  "enter-tournament",
  "close-entries",
  "designate-tables",
  "draw-seats",
  "brief-players",
  "set-presence",
  "start-session",
  "announce-session",
  "pay-prizes",
];

/** @param {any} desk @param {any} seen */
export function showNext(desk, seen) {
  const offers = seen.offers.filter((/** @type {any} */ offer) => NEXT.includes(offer.do.type));
  offers.sort((/** @type {any} */ a, /** @type {any} */ b) => NEXT.indexOf(a.do.type) - NEXT.indexOf(b.do.type));
  const shown = offers.filter(
    (/** @type {any} */ offer) => offer.do.type !== "appoint-official" || !seen.official.person,
  );
  drawn(find("#next-steps"), [shown, seen.phase, seen.session], () => [
    panel(
      text(`tournament.next-${seen.phase}`),
      element("p", { class: "quiet", text: text(`tournament.about-${seen.phase}`) }),
      ...shown.map((/** @type {any} */ offer) => offerForm(desk.watched, offer)),
    ),
    seen.phase === "running"
      ? element(
          "p",
          {},
          element("button", {
            type: "button",
            class: "act",
            text: text("tournament.to-tables"),
            onclick: () => desk.turn("tables"),
          }),
        )
      : null,
    seen.phase === "draft" && seen.desk.lacks.length
      ? element(
          "p",
          {},
          element("button", {
            type: "button",
            class: "act",
            text: text("tournament.to-conditions"),
            onclick: () => desk.turn("conditions"),
          }),
        )
      : null,
    ["paid", "cancelled"].includes(seen.phase)
      ? element(
          "p",
          {},
          element("button", {
            type: "button",
            class: "act",
            text: text("tournament.to-papers"),
            onclick: () => desk.turn("papers"),
          }),
        )
      : null,
  ]);
  const rest = seen.offers.filter(
    (/** @type {any} */ offer) =>
      ["conditions", "entries", "session"].includes(offer.at) &&
      !shown.includes(offer) &&
      offer.do.type !== "revise-conditions" &&
      !offer.why,
  );
  drawn(find("#next-rest"), rest, () =>
    rest.length
      ? [
          element(
            "details",
            { class: "panel" },
            element("summary", { text: text("tournament.more-steps") }),
            ...rest.map((/** @type {any} */ offer) => offerForm(desk.watched, offer)),
          ),
        ]
      : [],
  );
  drawn(
    find("#next-places"),
    [
      seen.places,
      seen.prizes,
      seen.tables.map((/** @type {any} */ t) => [t.phase, t.round, t.standings]),
      seen.phase,
      seen.pool,
      seen.desk.entries,
      seen.seats,
      seen.desk.lacks,
    ],
    () => beside(seen),
  );
}

/**
 * What stands beside the next step: what is missing, who has entered, how tables stand, or the result.
 * @param {any} seen
 */
function beside(seen) {
  if (seen.places.length) return [places(seen)];
  if (seen.tables.length) return seen.tables.map((/** @type {any} */ table) => glance(table));
  if (seen.phase === "draft") return [draftState(seen.desk.lacks)];
  return [entered(seen), prizes(seen)];
}

/** @param {any[]} lacks */
function draftState(lacks) {
  return panel(
    text("tournament.tab-conditions"),
    element("p", {
      class: lacks.length ? "bad" : "good",
      text: lacks.length ? text("tournament.lacking", { count: lacks.length }) : text("tournament.complete"),
    }),
    element("p", { text: [...new Set(lacks.map((each) => each.clause))].join(", ") }),
  );
}

/** @param {any} seen */
function entered({ desk, seats }) {
  const inside = desk.entries.filter((/** @type {any} */ each) => each.standing === "in");
  const where = new Map(
    seats.flatMap((/** @type {any} */ each) =>
      each.players.map((/** @type {string} */ name, /** @type {number} */ at) => [
        name,
        text("tournament.seat-at", { seat: at + 1, table: each.table }),
      ]),
    ),
  );
  return panel(
    text("tournament.entries-title", { count: inside.length }),
    inside.length
      ? element(
          "ol",
          { class: "entered" },
          ...inside.map((/** @type {any} */ each) =>
            element(
              "li",
              {},
              each.player,
              where.has(each.player) ? element("span", { class: "quiet", text: ` ${where.get(each.player)}` }) : null,
            ),
          ),
        )
      : element("p", { class: "quiet", text: text("tournament.no-entries") }),
  );
}

/** @param {any} seen */
function prizes({ shares, pool }) {
  const rows = shares.map((/** @type {number} */ share, /** @type {number} */ at) =>
    element(
      "tr",
      {},
      cell(String(at + 1), "number"),
      cell(`${share}%`, "number"),
      cell(money(Math.floor((pool * share) / 100)), "money"),
    ),
  );
  const heads = /** @type {[string, string][]} */ ([
    [text("tournament.head-place"), "number"],
    ["%", "number"],
    [text("tournament.head-prize"), "money"],
  ]);
  return panel(text("tournament.prizes-now"), grid(heads, rows, text("tournament.prizes-now")));
}

/** @param {any} table */
function glance(table) {
  const most = table.standings.slice(0, 3).map((/** @type {any} */ each) => `${each.player} ${grouped(each.chips)}`);
  return panel(
    text("tournament.table", { table: table.table }),
    element("p", {
      text: `${text(`tournament.table-${table.phase.replaceAll(" ", "-")}`)} · ${text("tournament.round", { number: table.round })}`,
    }),
    element("p", { class: "quiet", text: most.join(" · ") }),
  );
}

/** @param {any} seen */
function places({ places, prizes }) {
  const won = new Map(prizes.map((/** @type {any} */ each) => [each.player, each.cents]));
  let place = 1;
  const rows = [];
  for (const together of places) {
    for (const name of together)
      rows.push(
        element(
          "tr",
          {},
          cell(String(place), "number"),
          cell(name),
          cell(won.has(name) ? money(Number(won.get(name))) : "", "money"),
        ),
      );
    place += together.length;
  }
  return panel(
    text("tournament.result"),
    grid(
      [
        [text("tournament.head-place"), "number"],
        [text("tournament.head-player"), ""],
        [text("tournament.head-prize"), "money"],
      ],
      rows,
      text("tournament.result"),
    ),
  );
}
