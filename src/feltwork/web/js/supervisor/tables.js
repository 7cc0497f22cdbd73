// Every table at a glance: state, players, chips, takings, and what waits for somebody.

import { money, short } from "../common/money.js";
import { element, find } from "../common/page.js";
import { phaseWords } from "../common/phase.js";
import { redraw } from "../common/redraw.js";
import { countdown } from "../common/signs.js";
import { hour } from "../common/times.js";

/** @import { Console } from "./console.js" */

/**
 * A table that waits for somebody stands before those that go on by themselves.
 * @param {any} table
 */
const needsSomebody = (table) =>
  Number(
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
    ),
  );

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
  find("#summary").textContent =
    `${open.length} of ${console_.floor.length} tables open · ${players} players · ${money(staked)} on the felts`;
  const first = [...console_.floor].sort((a, b) => needsSomebody(b) - needsSomebody(a));
  redraw(
    find("#tables"),
    ...(first.length
      ? first.map((table) => tableCard(console_, table))
      : [element("p", { class: "empty", text: "No table yet. Open one from the top." })]),
  );
}

/**
 * @param {Console} console_
 * @param {any} table
 */
function tableCard(console_, table) {
  const { words, tone } = phaseWords({ point: null, ...table }, console_.now());
  const { takings } = table;
  return element(
    "button",
    {
      type: "button",
      class: "table-card",
      "data-table": table.table,
      "data-key": table.table,
      "data-tone": tone,
      "aria-current": String(table.table === console_.table),
      onclick: () => console_.open(table.table),
    },
    element("b", { text: table.table }),
    element("span", { class: "state", text: words }),
    element("span", {
      class: "figures",
      text: `${table.players} of ${table.capacity} seats · round ${takings.rounds}`,
    }),
    element("span", { class: "stake", text: table.staked === undefined ? "" : short(table.staked) }),
    element("span", { class: "line", text: takings.words }),
    element("span", { class: "flags" }, ...flags(table, console_.now())),
  );
}

/**
 * @param {any} table
 * @param {number} now
 */
function flags(table, now) {
  const { refusals, takings } = table;
  const flag = (/** @type {string} */ text, kind = "", title = text) =>
    element("span", { class: `flag ${kind}`, text, title });
  const notices = Object.values(table.announced ?? {});
  return [
    table.stuck ? flag("▲ not served", "danger", table.stuck) : null,
    table.undealt ? flag("▲ no draws", "danger", table.undealt) : null,
    table.suspended ? flag("▲ stopped", "danger", table.suspended) : null,
    table.unchecked ? flag(`${table.unchecked} to check`, "danger") : null,
    table.called ? flag("supervisor called", "danger", `${table.called.person}: ${table.called.what}`) : null,
    table.doubts?.length ? flag("a paid spin in doubt", "danger", table.doubts[0].what) : null,
    table.proposed ? flag("second person awaited", "danger") : null,
    table.faulty?.length ? flag(`terminal ${table.faulty.join(", ")} out`, "danger") : null,
    table.withheld ? flag(`${table.withheld} withheld`, "danger") : null,
    table.concerns ? flag(`${table.concerns} raised by players`, "danger") : null,
    table.pending
      ? flag(
          "changes wait",
          "gold",
          `the floor's file says otherwise; it takes effect when this table is closed and opened again: ${table.pending.join("; ")}`,
        )
      : null,
    takings.within === false ? flag("outside the band", "gold") : null,
    table.closing
      ? flag(`closes in ${countdown(table.closing, now)}`, "gold", `closes at ${hour(table.closing)}`)
      : null,
    notices.length ? flag(`limits in ${countdown(Math.min(...notices.map(([, at]) => at)), now)}`, "gold") : null,
    refusals.times
      ? flag(
          `${refusals.times} refused`,
          "",
          refusals.last ? `last: ${refusals.last.why} (${refusals.last.clause})` : "",
        )
      : null,
  ];
}
