// The lobby: every table as it stands now, the rooms behind them, the places that this browser has, and the door.

import { money } from "../common/money.js";
import { nameParts } from "../common/names.js";
import { announce, element, find, get, post, sentence } from "../common/page.js";
import { leaveRole, wasPutOut } from "../common/role.js";
import { signOutOf, sureToLeave } from "../common/signout.js";
import { language, speak, text } from "../common/text.js";
import { zone } from "../common/zones.js";
import { showCups } from "./cups.js";
import { comeIn, enrol, wireDoor } from "./door.js";
import { Miniature } from "./miniature.js";

const AGAIN_MS = 2000;
/** @type {Map<string, Miniature>} */
const tables = new Map();
let shownRoles = "";

const watch = (/** @type {string} */ table) => take("wall", { path: `/wall?table=${encodeURIComponent(table)}` });
const WAYS = {
  play: (/** @type {string} */ table) => take("player", { table }),
  deal: (/** @type {string} */ table) => take("crew", { table }),
  watch,
};
const SEEN = { watch: (/** @type {string} */ table) => goTo(`/wall?table=${encodeURIComponent(table)}`) };

/**
 * Open a page as whoever of this browser may.
 * @param {string} path
 */
function goTo(path) {
  leaveRole();
  location.assign(path);
}

/**
 * Come in as somebody, and go on to their screen.
 * @param {string} kind
 * @param {{ table?: string, path?: string, another?: boolean, tournament?: boolean }} where
 */
async function take(kind, { table, path, another = false, tournament = false }) {
  const told = await post("/api/lobby/take", { kind, table: table ?? null, another, tournament });
  if (told.go) comeIn(told, path ?? told.go);
  else announce(sentence(told.why), { bad: true });
}

async function look() {
  const told = await get("/api/lobby", { byItself: true }).catch(() => null);
  find("#about").textContent = text(
    !told ? "common.connection-lost" : told.open ? "lobby.about-demo" : "lobby.about-floor",
  );
  if (!told?.tables) return;
  document.body.classList.remove("connecting");
  document.body.classList.toggle("floor", !told.open);
  showTables(told);
  showTours(told);
  showCups(told, take);
  showRoles(told);
  showRooms(told);
  if (told.open || told.roles.length || find("#door").open) return;
  find("#door").open = true;
  find("#signin [name=person]").focus();
}

/** @param {Record<string, any>} told */
function showTables({ tables: found, now, open, rooms }) {
  const ways = open ? WAYS : rooms.some((/** @type {any} */ { room }) => room === "wall") ? SEEN : {};
  for (const table of found) {
    let mini = tables.get(table.table);
    if (!mini) {
      mini = new Miniature(table, ways);
      tables.set(table.table, mini);
      find("#tables").append(mini.node);
      mini.draw();
    }
    mini.show(table, now);
  }
  for (const [name, mini] of tables)
    if (!found.some((/** @type {any} */ { table }) => table === name)) {
      mini.node.remove();
      tables.delete(name);
    }
}

/**
 * One tour for each game, at the first of its tables that is practised; the first is asked in full.
 * @param {Record<string, any>} told
 */
function showTours({ tables: found, open }) {
  const place = find("#tours");
  const tours = new Map();
  for (const { tour, table } of open ? found : []) if (tour && !tours.has(tour)) tours.set(tour, table);
  place.hidden = !tours.size;
  if (place.querySelectorAll("[data-tour]").length === tours.size) return;
  const others = element("button", {
    type: "button",
    class: "others",
    text: text("lobby.tours-others"),
    "aria-expanded": "false",
    onclick: () => others.setAttribute("aria-expanded", String(place.classList.toggle("all"))),
  });
  place.replaceChildren(
    ...[...tours].map(([game, table], i) =>
      element("button", {
        type: "button",
        "data-tour": table,
        text: text(i ? "lobby.tour-also" : "lobby.tour", { game }),
        "aria-label": text("lobby.tour", { game }),
        onclick: () => take("player", { table, path: "/play#tour" }),
      }),
    ),
    tours.size > 1 ? others : "",
  );
}

/** @param {Record<string, any>} told */
function showRoles({ roles, open }) {
  const shown = JSON.stringify(roles);
  if (shown === shownRoles) return;
  shownRoles = shown;
  find("#roles").hidden = !roles.length;
  find("#roles").replaceChildren(
    element(
      "h2",
      { text: text("lobby.your-places") },
      open ? element("small", { class: "quiet", text: ` ${text("lobby.places-kept")}` }) : null,
    ),
    element("ul", {}, ...roles.map((/** @type {any} */ one) => roleRow(one, open))),
  );
}

/** @param {Record<string, any>} one */
function whereOf({ kind, name, seat }) {
  const { title, adds } = nameParts(name ?? "");
  const table = adds ? `${title}, ${adds}` : title;
  if (kind === "player") return name ? text("lobby.seat-at", { seat, table }) : text("lobby.as-entrant");
  return text(`lobby.as-${kind}`) + (kind === "crew" && name ? ` · ${table}` : "");
}

/**
 * Leave a place. Where another tab is at it, or a crew deals, that is asked first; money at a seat is asked about anyway.
 * @param {Record<string, any>} one
 */
async function leave(one) {
  const place = whereOf(one);
  const asks = one.kind === "crew" || (one.attended && !one.here && !one.staked);
  const about = text(one.kind === "crew" ? "lobby.leave-crew-about" : "lobby.leave-tab-about");
  if (asks && !(await sureToLeave(text("lobby.leave-sure", { place }), about))) return;
  if (await signOutOf(one.role, { back: () => comeIn(one) })) await look();
}

/**
 * @param {Record<string, any>} one
 * @param {boolean} open
 */
function roleRow(one, open) {
  const { kind, here, staked, person, gone, kept } = one;
  const where = whereOf(one);
  const said = gone ? text(kept ? "lobby.seat-given-up" : "lobby.seat-left", { amount: money(kept) }) : "";
  const held = kind === "player" && here + staked ? money(here + staked) : "";
  const again = text(gone ? "lobby.sit-again" : "lobby.take-up");
  return element(
    "li",
    { class: gone ? "panel gone" : "panel" },
    element(
      "span",
      {},
      element("b", { text: where }),
      gone ? element("small", { class: "told", text: said }) : null,
      open ? null : element("small", { class: "quiet", text: person }),
    ),
    element("span", { class: "money", text: held }),
    element("button", {
      type: "button",
      class: "act",
      text: again,
      "aria-label": text("lobby.take-up-at", { again, place: where }),
      onclick: () => (gone ? take("player", { table: one.table }) : comeIn(one)),
    }),
    element("button", {
      type: "button",
      text: text("lobby.leave"),
      "aria-label": text("lobby.leave-at", { place: where }),
      onclick: () => leave(one),
    }),
  );
}

/** @param {Record<string, any>} told */
function showRooms({ rooms, open }) {
  const place = find("#rooms");
  place.hidden = !rooms.length;
  if (place.childElementCount === rooms.length + 1) return;
  place.replaceChildren(
    element("h2", { text: text("lobby.staff-rooms") }),
    ...rooms.map((/** @type {any} */ { room, kind, path }) =>
      element(
        "button",
        {
          type: "button",
          class: "room panel",
          "data-room": room,
          onclick: () => (open ? take(kind, { path }) : goTo(path)),
        },
        element("b", { text: text(`lobby.room-${room}`) }),
        element("span", { class: "quiet", text: text(`lobby.room-${room}-about`) }),
      ),
    ),
  );
}

const choice = find("#language select");
choice.value = language;
choice.addEventListener("change", () => speak(choice.value));
for (const place of ["#tours", "#tables", "#rooms"]) zone(find(place), "button"); // one tab stop each, arrows inside
wireDoor();
await enrol();
if (wasPutOut()) announce(text("lobby.left-elsewhere"));
setInterval(look, AGAIN_MS); // first: a look that fails is followed by the next
await look();
