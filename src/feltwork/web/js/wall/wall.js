// The wall: the last number large, the limits sign, history, notices. It asks for nothing and cycles by itself.

import { sayLimit } from "../common/limits.js";
import { Link } from "../common/link.js";
import { money, short } from "../common/money.js";
import { announced, tableSigns } from "../common/notices.js";
import { element, find, get } from "../common/page.js";
import { colourOf, historyItem, phaseWords, secondsLeft, useWheel } from "../common/phase.js";
import { countdown, shared } from "../common/signs.js";
import { shape } from "../common/svg.js";
import { text } from "../common/text.js";
import { hour } from "../common/times.js";
import { labelHere, worded } from "../common/wording.js";
import { countResults, hotAndCold } from "./counts.js";

/** @import { View } from "../common/messages.js" */

const CYCLE_MS = 12_000;
const ROW_VH = 7;
const SIGN_PAGE_MS = 6000;
const HARD = [2, 3, 4, 5]; // faces of a pair that makes 4, 6, 8 or 10
const asked = new URLSearchParams(location.search).get("table");
const CUPS = ["open", "closed", "running", "finished"]; // tournaments that the wall shows beside the tables
const came = sessionStorage.getItem("wall-after") ?? "";
sessionStorage.removeItem("wall-after");
/** @type {Link | null} */
let link = null;
/** @type {(number | string)[]} */
let order = [];
let card = {};

async function turn() {
  const { tables } = (await get("/api/tables").catch(() => null)) ?? {};
  if (!tables) return null; // the line is down, which says nothing about the tables
  const shown = tables
    .filter((/** @type {Record<string, any>} */ { table, status }) => (asked ? table === asked : status === "open"))
    .map((/** @type {Record<string, any>} */ { table }) => table);
  const boards = await cups();
  const all = [...shown, ...boards];
  if (!all.length) return empty(asked ? text("wall.no-such-table", { table: asked }) : text("wall.no-table"));
  const next = all[(all.indexOf(link?.table ?? came) + 1) % all.length];
  if (boards.includes(next)) return board(next);
  if (next !== link?.table) open(next);
  return null;
}

// Boards of tournaments that are under way; with a table asked for, of the one that is played there.
async function cups() {
  const told = await get("/api/tournaments", { byItself: true }).catch(() => null);
  return (told?.tournaments ?? [])
    .filter((/** @type {any} */ each) => CUPS.includes(each.phase) && (!asked || each.tables.includes(asked)))
    .map((/** @type {any} */ each) => `tournament ${each.id}`);
}

// A board has a page of its own, which comes back here after its turn.
function board(/** @type {string} */ name) {
  sessionStorage.setItem("wall-after", name);
  const id = encodeURIComponent(name.slice("tournament ".length));
  location.replace(`/tournament/board?id=${id}&wall=${encodeURIComponent(asked ?? "")}`);
  return null;
}

/** @param {string} sentence */
function empty(sentence) {
  link?.close();
  link = null;
  document.body.classList.add("connecting");
  find("#name").textContent = sentence;
  find("#phase").textContent = "";
}

/** @param {any} table */
async function open(table) {
  const before = link;
  const [felt, wagers] = await Promise.all([get(`/api/tables/${table}/felt`), get(`/api/tables/${table}/card`)]);
  before?.close();
  order = felt.order ?? [];
  useWheel(felt.layout.wheel);
  card = wagers;
  const drawing = document.importNode(new DOMParser().parseFromString(felt.svg, "image/svg+xml").documentElement, true);
  labelHere(drawing);
  for (const area of drawing.querySelectorAll("[tabindex]")) area.removeAttribute("tabindex"); // only its dice and chips are used here
  find("#drawing").replaceChildren(drawing);
  const mine = new Link(table);
  link = mine;
  for (const kind of ["hello", "back", "news"])
    mine.on(kind, () => {
      if (mine === link) show(mine.view);
    });
  mine.on("lost", () => {
    if (mine === link) {
      find("#phase").textContent = text("common.connection-lost");
      find("#phase").dataset.tone = "closed";
    }
  });
  mine.open();
}

/** @param {View} view */
function show(view) {
  document.body.classList.remove("connecting");
  document.body.dataset.book = view.book;
  document.title = text("wall.page-title", { table: view.table });
  const name = worded(view.name);
  find("#name").textContent = view.practice ? text("wall.practice", { name }) : name;
  find("#history").replaceChildren(
    ...view.history
      .slice(-Math.floor(find("#history").clientWidth / (innerHeight * 0.1)) || -1)
      .reverse()
      .map(historyItem),
  );
  number(view);
  lucky(view);
  counts(view);
  clock();
}

/** @param {View} view */
function number(view) {
  const last = view.history.at(-1);
  const place = find("#number");
  if (!last)
    return place.replaceChildren(
      element("p", {
        class: "waiting",
        text: text(view.spins ? "wall.first-number" : "wall.first-roll"),
      }),
    );
  const off = last.reversed === undefined ? "" : " off";
  const before = Array.isArray(last.entered) ? last.entered[0] + last.entered[1] : last.entered;
  const note = off
    ? text("wall.does-not-count")
    : last.entered === undefined
      ? ""
      : text("wall.corrected", { before: String(before) });
  const corrected = note ? [element("p", { class: "corrected", text: note })] : [];
  if (!Array.isArray(last.result))
    return place.replaceChildren(
      element("div", { class: `big ${colourOf(last.result)}${off}`, text: String(last.result) }),
      element("p", { class: "said", text: sayPocket(last.result) }),
      ...corrected,
    );
  const [first, second] = last.result;
  const dice = shape("svg", { viewBox: "0 0 220 110", class: `dice${off}` });
  for (const [i, face] of last.result.entries())
    dice.append(shape("use", { href: `#die-${face}`, x: 8 + i * 108, y: 8, width: 94, height: 94 }));
  const total = String(first + second);
  const hard = first === second && HARD.includes(first);
  const said = hard ? text("wall.the-hard-way", { total }) : total;
  return place.replaceChildren(
    dice,
    element("p", {
      class: "said",
      text: typeof view.point === "number" ? text("wall.with-point", { said, point: String(view.point) }) : said,
    }),
    ...corrected,
  );
}

/** @param {number | string} pocket */
function sayPocket(pocket) {
  if (pocket === 0 || pocket === "00") return text(pocket === 0 ? "wall.zero" : "wall.double-zero");
  return [
    text(`wall.colour-${colourOf(pocket)}`),
    text(Number(pocket) % 2 ? "wall.odd" : "wall.even"),
    text(Number(pocket) <= 18 ? "wall.low" : "wall.high"),
  ].join(" · ");
}

/**
 * What most wagers share stands at the foot of the sign; a sign longer than its board is shown page by page.
 * @param {View} view
 */
function sign(view) {
  const fits = Math.max(1, Math.floor(((100 * find("#sign").clientHeight) / innerHeight - 22) / ROW_VH));
  const wagers = [...new Set(Object.values(card).map(({ wager }) => wager))];
  const { all, others } = shared(view.limits, wagers);
  const listed = others.length ? others : wagers;
  const page = Math.floor(Date.now() / SIGN_PAGE_MS) % Math.max(1, Math.ceil(listed.length / fits));
  const rows = listed.slice(page * fits, (page + 1) * fits).map((/** @type {string} */ wager) => {
    const [low, high] = view.limits[wager] ?? [0, null];
    return element(
      "tr",
      {},
      element("td", { text: titleOf(wager) }),
      element("td", { text: short(Math.max(low, view.chip)) }),
      element("td", { text: high === null ? text("wall.no-maximum") : short(high) }),
    );
  });
  find("#sign").replaceChildren(
    element("h2", { text: text("wall.limits") }),
    element(
      "table",
      {},
      element(
        "thead",
        {},
        element(
          "tr",
          {},
          ...["wager", "minimum", "maximum"].map((name) => element("th", { text: text(`wall.head-${name}`) })),
        ),
      ),
      element("tbody", {}, ...rows),
    ),
    element("p", {
      text: text(others.length ? "wall.all-other" : "wall.all-wagers", {
        limit: sayLimit([Math.max(all[0], view.chip), all[1], all[2]]),
      }),
    }),
  );
}

const titleOf = (/** @type {string} */ wager) =>
  Object.values(card).find((spot) => spot.wager === wager)?.title ?? wager;

/** @param {View} view */
function lucky(view) {
  const place = find("#lucky");
  const balls = Object.entries(view.lucky ?? {});
  place.hidden = !balls.length;
  document.body.classList.toggle("has-lucky", Boolean(balls.length));
  const [colour] = view.boost ?? [];
  const pays = view.lucky_pays ?? {};
  place.replaceChildren(
    element("h2", { text: "Lucky Ball" }),
    ...balls.map(([name, pocket]) =>
      element(
        "div",
        { class: `ball${name === colour ? " boosted" : ""}`, "data-colour": name },
        element("b", { class: "number", text: String(pocket) }),
        element("span", { text: [worded(name), worded(pays[name])].filter(Boolean).join(" · ") }),
      ),
    ),
  );
}

/**
 * The colours in use at the table, and what one check of each is worth.
 * @param {View} view
 */
function rack(view) {
  const used = (view.colours?.rack ?? []).map((/** @type {any} */ { colour, value }) => `${colour} ${money(value)}`);
  return used.length ? [text("wall.rack", { used: used.join(" · ") })] : [];
}

/** @param {View} view */
function counts(view) {
  const came = countResults(view.history);
  const place = find("#counts");
  if (!came.size) return place.replaceChildren();
  if (view.spins) {
    const { hot, cold } = hotAndCold(came, order);
    return place.replaceChildren(
      element(
        "p",
        { class: "hotcold" },
        element(
          "span",
          { text: `${text("wall.hot")} ` },
          element("b", { text: hot.join("  ") || text("wall.none-yet") }),
        ),
        element("span", { text: text("wall.cold", { count: cold, last: view.history.length }) }),
      ),
    );
  }
  const most = Math.max(...came.values());
  return place.replaceChildren(
    ...[2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((total) => {
      const times = came.get(total) ?? 0;
      const bar = element("span", { class: "bar", text: String(times) });
      bar.style.height = `${(100 * times) / most}%`;
      return element(
        "div",
        {
          class: `count${times === most ? " hot" : times ? "" : " never"}`,
          role: "img",
          "aria-label": text("wall.came", { total: String(total), count: times }),
        },
        bar,
        element("span", { text: String(total) }),
      );
    }),
  );
}

function clock() {
  const view = link?.view;
  if (!link || !view || !link.up) return;
  const now = link.now();
  const { words, tone } = phaseWords({ ...view, point: null }, now);
  const left = secondsLeft(view, now);
  find("#phase").textContent = left === null ? words : `${words} · ${left}`;
  find("#phase").dataset.tone = tone;
  sign(view);
  const notice = (/** @type {string} */ words, /** @type {number | null} */ until, kind = "") =>
    element("p", { class: kind }, words, until ? element("b", { text: countdown(until, now) }) : null);
  find("#notices").replaceChildren(
    ...(view.suspended ? [notice(text("wall.stopped"), null, "stopped")] : []),
    ...(view.closing ? [notice(`${text("wall.closes", { time: hour(view.closing) })} `, view.closing)] : []),
    ...announced(view, titleOf).map(({ what, at }) =>
      notice(`${text("wall.announced", { what, time: hour(at) })} `, at),
    ),
    ...Object.entries(view.winnings ?? {}).map(([seat, cents]) =>
      notice(text("wall.wins", { seat, amount: money(cents) }), null, "won"),
    ),
    ...rack(view).map((words) => notice(words, null, "quiet-sign rack")),
    ...tableSigns(view, titleOf).map(({ text: words, kind }) => notice(words, null, `quiet-sign ${kind}`)),
  );
}

await turn();
setInterval(turn, CYCLE_MS);
setInterval(clock, 250);
