// Every table at a glance: state, players, chips, takings, and what waits for somebody.

import { money, short } from "../common/money.js";
import { element, find } from "../common/page.js";
import { phaseWords } from "../common/phase.js";
import { redraw } from "../common/redraw.js";
import { countdown } from "../common/signs.js";
import { text } from "../common/text.js";
import { hour } from "../common/times.js";
import { sparkline } from "./spark.js";

/** @import { Console } from "./console.js" */

const FEW_ROUNDS = 30;

/**
 * Does a table wait for somebody? It is marked where it stands: no table moves under the hand.
 * @param {any} table
 */
const needsSomebody = (table) =>
  Boolean(
    table.stuck ||
      table.undealt ||
      table.suspended ||
      table.called ||
      table.doubts?.length ||
      table.proposed ||
      table.faulty?.length ||
      table.withheld ||
      table.concerns ||
      table.unchecked,
  );

/** @type {Record<string, (table: any) => boolean>} */
const FILTERS = {
  all: () => true,
  waits: needsSomebody,
  open: ({ status }) => status === "open",
  closed: ({ status }) => status !== "open",
};

/**
 * Which tables are listed: all of them, those that wait for somebody, open or closed ones; each with its number.
 * @param {Console} console_
 * @param {any[]} tables
 */
function filters(console_, tables) {
  return element(
    "div",
    { class: "filters", role: "group", "aria-label": text("supervisor.filter") },
    ...Object.entries(FILTERS).map(([name, fits]) =>
      element("button", {
        type: "button",
        "data-key": `filter ${name}`,
        "aria-pressed": String(console_.filter === name),
        text: text(`supervisor.filter-${name}`, { count: tables.filter(fits).length }),
        onclick: () => {
          console_.filter = name;
          showTables(console_);
        },
      }),
    ),
  );
}

/** @param {Console} console_ */
export function showTables(console_) {
  const open = console_.floor.filter((/** @type {Record<string, any>} */ { status }) => status === "open");
  const staked = open.reduce(
    (/** @type {number} */ sum, /** @type {Record<string, any>} */ { staked: cents }) => sum + (cents ?? 0),
    0,
  );
  const players = open.reduce(
    (/** @type {number} */ sum, /** @type {Record<string, any>} */ { players: count }) => sum + count,
    0,
  );
  find("#summary").textContent = text("supervisor.summary", {
    open: open.length,
    tables: console_.floor.length,
    players,
    staked: money(staked),
  });
  const shown = console_.floor.filter((/** @type {any} */ table) => FILTERS[console_.filter](table));
  const empty = text(console_.floor.length ? "supervisor.no-such-table" : "supervisor.no-table");
  redraw(
    find("#tables"),
    filters(console_, console_.floor),
    ...(shown.length
      ? shown.map((/** @type {any} */ table) => tableCard(console_, table))
      : [element("p", { class: "empty", text: empty })]),
  );
}

/**
 * @param {Console} console_
 * @param {any} table
 */
function tableCard(console_, table) {
  const { words, tone } = phaseWords({ point: null, ...table }, console_.now());
  const { takings } = table;
  const early = takings.rounds < FEW_ROUNDS; // a share of a few rounds is no reading
  return element(
    "button",
    {
      type: "button",
      class: `table-card${needsSomebody(table) ? " waits" : ""}`,
      "data-table": table.table,
      "data-key": table.table,
      "data-tone": tone,
      "aria-current": String(table.table === console_.table),
      onclick: () => console_.open(table.table, true),
    },
    element("b", { text: table.table }),
    element("span", { class: "state", text: words }),
    element("span", { class: "stake", text: table.staked === undefined ? "" : short(table.staked) }),
    element("span", {
      class: "figures",
      text: text("supervisor.seats-round", {
        players: table.players,
        capacity: table.capacity,
        rounds: takings.rounds,
      }),
    }),
    element(
      "span",
      { class: "takings" },
      sparkline(takings.trace ?? [], holdWords(takings)),
      element("span", {
        class: `hold${early ? " early" : takings.within === false ? " out" : ""}`,
        text:
          takings.hold === undefined ? "" : early ? text("supervisor.hold-early") : text("supervisor.hold", takings),
      }),
    ),
    element("span", { class: "flags" }, ...flags(table, console_.now())),
  );
}

/**
 * The reading of the hold in a sentence.
 * @param {any} takings
 */
export function holdWords({ hold, expected, band, rounds, within }) {
  if (hold === undefined) return text("supervisor.hold-none");
  if (rounds < FEW_ROUNDS) return text("supervisor.hold-few", { hold, expected, count: rounds });
  return text(within ? "supervisor.hold-within" : "supervisor.hold-outside", { hold, expected, band });
}

/**
 * @param {any} table
 * @param {number} now
 */
function flags(table, now) {
  const { refusals, takings } = table;
  const flag = (/** @type {string} */ words, kind = "", title = words) =>
    element("span", { class: `flag ${kind}`, text: words, title });
  const notices = Object.values(table.announced ?? {});
  return [
    table.stuck ? flag(text("supervisor.flag-not-served"), "danger", table.stuck) : null,
    table.undealt ? flag(text("supervisor.flag-no-draws"), "danger", table.undealt) : null,
    table.suspended ? flag(text("supervisor.flag-stopped"), "danger", table.suspended) : null,
    table.unchecked ? flag(text("supervisor.flag-to-check", { count: table.unchecked }), "danger") : null,
    table.called
      ? flag(text("supervisor.flag-called"), "danger", `${table.called.person}: ${table.called.what}`)
      : null,
    table.doubts?.length ? flag(text("supervisor.flag-doubt"), "danger", table.doubts[0].what) : null,
    table.proposed ? flag(text("supervisor.flag-second"), "danger") : null,
    table.faulty?.length ? flag(text("supervisor.flag-terminal", { seats: table.faulty.join(", ") }), "danger") : null,
    table.withheld ? flag(text("supervisor.flag-withheld", { count: table.withheld }), "danger") : null,
    table.concerns ? flag(text("supervisor.flag-raised", { count: table.concerns }), "danger") : null,
    table.pending
      ? flag(text("supervisor.flag-pending"), "gold", text("supervisor.pending", { what: table.pending.join("; ") }))
      : null,
    takings.within === false ? flag(text("supervisor.flag-band"), "gold") : null,
    table.closing
      ? flag(text("supervisor.flag-closes", { left: countdown(table.closing, now) }), "gold", hour(table.closing))
      : null,
    notices.length
      ? flag(text("supervisor.flag-limits", { left: countdown(Math.min(...notices.map(([, at]) => at)), now) }), "gold")
      : null,
    refusals.times
      ? flag(
          text("supervisor.flag-refused", { count: refusals.times }),
          "",
          refusals.last ? text("supervisor.last-refused", refusals.last) : "",
        )
      : null,
  ];
}
