// The wall board of a tournament: standings and clock of every table, places and prizes. Nobody's secret is on it.

import { money } from "../common/money.js";
import { element, find, get } from "../common/page.js";
import { text } from "../common/text.js";
import { when } from "../common/times.js";
import { drawn, standings } from "./parts.js";
import { asked, clockOf, sayClock, sayPhase, sayRound, Watched } from "./watch.js";

const WALL_MS = 12_000;
const watched = new Watched((seen) => show(seen));

/** @param {any} seen */
function show(seen) {
  document.body.dataset.book = seen.book;
  find("#name").textContent = seen.title || seen.id;
  find("#about").textContent = about(seen);
  document.body.style.setProperty("--tables", String(Math.min(Math.max(seen.tables.length, 1), 4)));
  const shape = [
    seen.phase,
    seen.tables.map((/** @type {any} */ each) => ({ ...each, elapsed: 0 })),
    seen.seats,
    seen.places,
    seen.prizes,
  ];
  drawn(find("#heats"), shape, () => {
    if (seen.tables.length) return seen.tables.map(heat);
    if (seen.places.length) return [result(seen)];
    if (seen.seats.length) return seen.seats.map(seated);
    return [element("section", { class: "heat wait" }, element("p", { text: text(`tournament.board-${seen.phase}`) }))];
  });
  drawn(find("#foot"), [seen.pool, seen.entered, seen.disputes], () => [
    element("span", { text: text("tournament.board-pool", { amount: money(seen.pool) }) }),
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
    element("p", { class: "quiet", text: text("tournament.board-advance", { count: table.advance }) }),
    table.last
      ? element("p", {
          class: "result",
          text: text("tournament.last-round", { number: table.last.number, result: table.last.result }),
        })
      : null,
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

/** @param {any} seen */
function result({ places, prizes }) {
  const won = new Map(prizes.map((/** @type {any} */ each) => [each.player, each.cents]));
  const rows = [];
  let place = 1;
  for (const together of places) {
    for (const name of together)
      rows.push(
        element(
          "li",
          {},
          element("b", { text: String(place) }),
          element("span", { text: name }),
          element("span", { class: "number", text: won.has(name) ? money(Number(won.get(name))) : "" }),
        ),
      );
    place += together.length;
  }
  return element(
    "section",
    { class: "heat final" },
    element("h2", { text: text("tournament.result") }),
    element("ol", {}, ...rows),
  );
}

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
