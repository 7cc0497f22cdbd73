// The wall board of a tournament: standings and clock of every table, places and prizes. Nobody's secret is on it.

import { money } from "../common/money.js";
import { element, find, get } from "../common/page.js";
import { useWheel } from "../common/phase.js";
import { text } from "../common/text.js";
import { when } from "../common/times.js";
import { ball, drawn, standings } from "./parts.js";
import { finalResult, placed } from "./result.js";
import { asked, clockOf, sayClock, sayPhase, sayRound, Watched } from "./watch.js";

const WALL_MS = 12_000;
const watched = new Watched((seen) => show(seen));

let wheelOf = "";

// The colours of the wheel that is played, once it is known which.
async function wheel(/** @type {any} */ { id, phase, dice }) {
  if (wheelOf === id || dice || phase === "draft") return;
  const told = await get(`/api/tournaments/${encodeURIComponent(id)}/felt`, { byItself: true }).catch(() => null);
  if (!told?.layout) return;
  wheelOf = id;
  useWheel(told.layout.wheel);
}

/** @param {any} seen */
async function show(seen) {
  await wheel(seen);
  document.body.dataset.book = seen.book;
  find("#name").textContent = seen.title || seen.id;
  find("#about").textContent = about(seen);
  measure(
    seen.tables.length
      ? seen.tables.map((/** @type {any} */ each) => each.standings.length)
      : seen.seats.map((/** @type {any} */ each) => each.players.length),
  );
  const shape = [
    seen.phase,
    seen.tables.map((/** @type {any} */ each) => ({ ...each, elapsed: 0 })),
    seen.seats,
    seen.places,
    seen.prizes,
  ];
  drawn(find("#heats"), shape, () => {
    if (seen.tables.length) return seen.tables.map(heat);
    if (seen.places.length) return [finalResult(seen)];
    if (seen.seats.length) return seen.seats.map(seated);
    if (seen.phase === "closed" && seen.history.length) return [wentOn(seen)];
    return [element("section", { class: "heat wait" }, element("p", { text: text(`tournament.board-${seen.phase}`) }))];
  });
  const paid = seen.prizes.reduce((/** @type {number} */ sum, /** @type {any} */ each) => sum + each.cents, 0);
  drawn(find("#foot"), [seen.pool, paid, seen.entered, seen.disputes], () => [
    element("span", { text: text("tournament.board-pool", { amount: money(seen.pool || paid) }) }),
    element("span", { text: text("tournament.board-players", { count: seen.entered }) }),
    ...seen.goods.map((/** @type {string} */ each) => element("span", { text: each })),
    seen.disputes.some((/** @type {any} */ each) => !each.ruling)
      ? element("b", { text: text("tournament.board-dispute") })
      : null,
  ]);
  tick();
}

/** @param {any} seen */
function about({ book_title: book, session, sessions, phase }) {
  const part =
    sessions.length && session ? text("tournament.session-of", { number: session, of: sessions.length }) : "";
  const stands = phase === "running" ? "" : text(`tournament.phase-${phase}`);
  return [book, part, stands].filter(Boolean).join(" · ");
}

// How many tables stand side by side and how many rows each has, so that all of it is on the wall at once.
function measure(/** @type {number[]} */ rows) {
  const tables = Math.max(rows.length, 1);
  const across = tables <= 4 ? tables : Math.ceil(tables / Math.ceil(tables / 4));
  const { style } = document.body;
  style.setProperty("--tables", String(across));
  style.setProperty("--bands", String(Math.ceil(tables / across)));
  style.setProperty("--rows", String(Math.max(...rows, 4)));
}

// Between two sessions: who came through, table by table.
function wentOn(/** @type {any} */ seen) {
  const last = Math.max(...seen.history.map((/** @type {any} */ each) => Number(each.where.split("/")[0])));
  const { advance = 0 } = seen.sessions[last - 1] ?? {};
  const through = seen.history
    .filter((/** @type {any} */ each) => Number(each.where.split("/")[0]) === last)
    .flatMap((/** @type {any} */ each) =>
      placed(each.places)
        .slice(0, advance)
        .map(({ player }) => ({ player, table: each.where.split("/")[1] })),
    );
  return element(
    "section",
    { class: "heat through" },
    element("h2", { text: text("tournament.went-on", { number: last }) }),
    element(
      "ol",
      { class: "drawn-seats" },
      ...through.map((/** @type {any} */ { player, table }) =>
        element("li", {}, player, element("span", { class: "quiet", text: text("tournament.table", { table }) })),
      ),
    ),
    element("p", { class: "quiet", text: text("tournament.board-closed") }),
  );
}

/** @param {any} table */
function heat(table) {
  const { words, tone } = sayPhase(table);
  return element(
    "section",
    { class: "heat", "data-table": table.table },
    element(
      "header",
      {},
      element("h2", { text: text("tournament.table", { table: table.table }) }),
      element("p", { text: sayRound(table) }),
      element("p", { class: "phase", "data-tone": tone, text: words }),
      element("time", { class: "number", "data-clock": table.table }),
    ),
    standings(table),
    element(
      "footer",
      {},
      element("p", { class: "quiet", text: text("tournament.board-advance", { count: table.advance }) }),
      table.last
        ? element(
            "p",
            {
              class: "result",
              "aria-label": text("tournament.last-round", { number: table.last.number, result: table.last.result }),
            },
            text("tournament.round", { number: table.last.number }),
            ball(table.last.result),
          )
        : null,
    ),
  );
}

/** @param {any} each */
const seated = (each) =>
  element(
    "section",
    { class: "heat" },
    element("header", {}, element("h2", { text: text("tournament.table", { table: each.table }) })),
    element(
      "ol",
      { class: "drawn-seats" },
      ...each.players.map((/** @type {string} */ name) => element("li", { text: name })),
    ),
  );

function tick() {
  const { seen } = watched;
  if (!seen) return;
  for (const table of seen.tables) {
    const at = find(`[data-clock="${CSS.escape(table.table)}"]`);
    if (at) at.textContent = sayClock(watched, table);
  }
  const session = seen.sessions[seen.session - 1];
  const left = ["open", "closed"].includes(seen.phase) && session ? watched.until(session.starts) : 0;
  find("#clock").textContent = left
    ? text("tournament.board-starts", { at: when(session.starts), left: clockOf(left) })
    : "";
}

async function list() {
  if (watched.id) return;
  const told = await get("/api/tournaments", { byItself: true }).catch(() => null);
  const first = asked() || told?.tournaments.find((/** @type {any} */ each) => each.phase !== "draft")?.id;
  if (first) await watched.open(first);
  else find("#name").textContent = text("tournament.no-tournament");
  document.body.classList.remove("connecting");
}

// On the wall a board has its turn among the tables, and goes on being shown where there is nothing else.
const wall = new URLSearchParams(location.search).get("wall");
if (wall !== null)
  setTimeout(() => location.replace(wall ? `/wall?table=${encodeURIComponent(wall)}` : "/wall"), WALL_MS);

await list();
setInterval(list, 5000);
setInterval(tick, 500);
