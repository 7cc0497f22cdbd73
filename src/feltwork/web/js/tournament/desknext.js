// What the desk does next, what else it can do, and how the tournament stands.

import { grouped, money } from "../common/money.js";
import { element, find } from "../common/page.js";
import { text } from "../common/text.js";
import { offerForm } from "./offers.js";
import { cell, drawn, grid, panel, standings } from "./parts.js";
import { finalResult } from "./result.js";
import { sayPhase, sayRound } from "./watch.js";

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
/** @type {Record<string, string>} */
const LEADS = { running: "tables", paid: "papers", cancelled: "papers" };

/** @param {any} desk @param {any} seen */
export function showNext(desk, seen) {
  const shown = NEXT.flatMap((name) =>
    seen.offers.filter((/** @type {any} */ offer) => offer.do.type === name && isNext(offer, seen)),
  );
  const leads = seen.phase === "draft" && seen.desk.lacks.length ? "conditions" : LEADS[seen.phase];
  drawn(find("#next-steps"), [shown, seen.phase, seen.session, leads], () => [
    panel(
      text(`tournament.next-${seen.phase}`),
      element("p", { class: "quiet about", text: text(`tournament.about-${seen.phase}`) }),
      ...shown.map((/** @type {any} */ offer) => offerForm(desk.watched, offer)),
      leads
        ? element("button", {
            type: "button",
            class: shown.length ? "lead" : "act lead",
            text: text(`tournament.to-${leads}`),
            onclick: () => desk.turn(leads),
          })
        : null,
    ),
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
  const tables = seen.tables.map((/** @type {any} */ table) => [
    table.phase,
    table.round,
    table.paused,
    table.standings,
  ]);
  const { entries, lacks, document: held } = seen.desk;
  drawn(
    find("#next-places"),
    [seen.places, seen.prizes, tables, seen.phase, seen.pool, entries, seen.seats, lacks, held],
    () => beside(desk, seen),
  );
}

// A step of the main path; tables are named once entries are closed, and who is in charge is asked for once.
function isNext(/** @type {any} */ { do: command, why }, /** @type {any} */ { official, phase }) {
  if (command.type === "appoint-official") return !official.person;
  if (command.type === "set-presence") return command.present;
  return command.type !== "designate-tables" || phase !== "open" || Boolean(why);
}

/**
 * What stands beside the next step: what is missing, who has entered, how tables stand, or the result.
 * @param {any} desk
 * @param {any} seen
 */
function beside(desk, seen) {
  if (seen.places.length) return [finalResult(seen)];
  if (seen.tables.length) return seen.tables.map((/** @type {any} */ table) => glance(desk, table));
  if (seen.phase === "draft") return [draftState(seen.desk)];
  if (seen.seats.length) return [...seen.seats.map(seated), prizes(seen)];
  return [entered(seen), prizes(seen)];
}

/** @param {any} desk */
function draftState({ lacks, document: held }) {
  const { entry = {}, chips = {}, wagers = {}, structure = {}, prizes: paid = {} } = held;
  const plain = [
    ["field-entry-fee", entry.charged === false ? text("tournament.no") : entry.fee],
    ["field-entry-minimum-players", entry.minimum_players],
    ["field-entry-maximum-players", entry.maximum_players],
    ["field-chips-allotment", chips.allotment === undefined ? "" : grouped(chips.allotment)],
    ["field-wagers-minimum", wagers.minimum],
    ["field-wagers-maximum", wagers.maximum],
    [
      "head-prize",
      Array.isArray(paid.shares) ? paid.shares.map((/** @type {any} */ each) => `${each}%`).join(", ") : "",
    ],
  ];
  const sessions = Array.isArray(structure.sessions) ? structure.sessions : [];
  return panel(
    text("tournament.tab-conditions"),
    element("p", {
      class: lacks.length ? "bad" : "good",
      text: lacks.length ? text("tournament.lacking", { count: lacks.length }) : text("tournament.complete"),
    }),
    lacks.length
      ? element("p", { text: [...new Set(lacks.map((/** @type {any} */ each) => each.clause))].join(", ") })
      : null,
    element(
      "dl",
      { class: "facts" },
      ...plain
        .filter(([, value]) => value !== undefined && value !== "")
        .map(([key, value]) =>
          element(
            "div",
            {},
            element("dt", { text: text(`tournament.${key}`) }),
            element("dd", { text: String(value) }),
          ),
        ),
    ),
    sessions.length ? stages(sessions) : null,
  );
}

/** @param {any[]} sessions */
function stages(sessions) {
  const rows = sessions.map((each, at) =>
    element(
      "tr",
      {},
      cell(String(at + 1), "number"),
      cell(
        each.rounds
          ? text("tournament.rounds", { count: Number(each.rounds) })
          : text("tournament.minutes", { count: Number(each.minutes ?? 0) }),
      ),
      cell(`${each.tables ?? "–"} × ${each.seats ?? "–"}`, "number"),
      cell(String(each.advance ?? "–"), "number"),
    ),
  );
  return grid(
    [
      [text("tournament.head-session"), "number"],
      [text("tournament.head-length"), ""],
      [text("tournament.head-tables"), "number"],
      [text("tournament.head-advance"), "number"],
    ],
    rows,
    text("tournament.sessions"),
  );
}

/** @param {any} seen */
function entered({ desk }) {
  const inside = desk.entries.filter((/** @type {any} */ each) => each.standing === "in");
  const most = desk.document.entry?.maximum_players;
  return panel(
    most
      ? text("tournament.entries-of", { count: inside.length, most })
      : text("tournament.entries-title", { count: inside.length }),
    inside.length
      ? element(
          "ol",
          { class: "entered" },
          ...inside.map((/** @type {any} */ each) => element("li", { text: each.player })),
        )
      : element("p", { class: "quiet", text: text("tournament.no-entries") }),
  );
}

/** @param {any} each a table with the players drawn to it */
const seated = (each) =>
  panel(
    text("tournament.table", { table: each.table }),
    element(
      "ol",
      { class: "entered seats" },
      ...each.players.map((/** @type {string} */ name) => element("li", { text: name })),
    ),
  );

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

/** @param {any} desk @param {any} table */
function glance(desk, table) {
  const { words, tone } = sayPhase(table);
  return element(
    "section",
    { class: "panel glance", "data-glance": table.table },
    element(
      "header",
      {},
      element("h2", { text: text("tournament.table", { table: table.table }) }),
      element("p", { class: "quiet", text: sayRound(table) }),
      element("p", { class: "phase", "data-tone": tone, text: words }),
      element("button", {
        type: "button",
        text: text("tournament.to-table"),
        "aria-label": text("tournament.to-table-of", { table: table.table }),
        onclick: () => desk.turn("tables"),
      }),
    ),
    standings(table),
  );
}
