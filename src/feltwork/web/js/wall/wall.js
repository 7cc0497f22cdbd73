// The wall: the last number large, the limits sign, history, notices. It asks for nothing and cycles by itself.

import { Link } from "../common/link.js";
import { money, sayLimit, short } from "../common/money.js";
import { announced, tableSigns } from "../common/notices.js";
import { element, find, get } from "../common/page.js";
import { colourOf, historyItem, phaseWords, secondsLeft, useWheel } from "../common/phase.js";
import { countdown, shared } from "../common/signs.js";
import { shape } from "../common/svg.js";
import { hour } from "../common/times.js";
import { countResults, hotAndCold } from "./counts.js";

/** @import { View } from "../common/messages.js" */

const CYCLE_MS = 12_000;
const ROW_VH = 7;
const SIGN_PAGE_MS = 6000;
const asked = new URLSearchParams(location.search).get("table");
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
  if (!shown.length) return empty(asked ? `There is no table ${asked}` : "No table is open");
  const next = shown[(shown.indexOf(link?.table ?? "") + 1) % shown.length];
  if (next !== link?.table) open(next);
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
      find("#phase").textContent = "Coming back…";
      find("#phase").dataset.tone = "closed";
    }
  });
  mine.open();
}

/** @param {View} view */
function show(view) {
  document.body.classList.remove("connecting");
  document.body.dataset.book = view.book;
  document.title = `${view.table} · wall`;
  find("#name").textContent = `${view.name}${view.practice ? " · practice, play money" : ""}`;
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
        text: view.spins ? "The first number comes up here" : "The first roll comes up here",
      }),
    );
  if (!Array.isArray(last.result))
    return place.replaceChildren(
      element("div", { class: `big ${colourOf(last.result)}`, text: String(last.result) }),
      element("p", { class: "said", text: sayPocket(last.result) }),
    );
  const [first, second] = last.result;
  const dice = shape("svg", { viewBox: "0 0 220 110", class: "dice" });
  for (const [i, face] of last.result.entries())
    dice.append(shape("use", { href: `#die-${face}`, x: 8 + i * 108, y: 8, width: 94, height: 94 }));
  const point = typeof view.point === "number" ? ` · the point is ${view.point}` : "";
  return place.replaceChildren(
    dice,
    element("p", {
      class: "said",
      text: `${first + second}${first === second ? " the hard way" : ""}${last.reversed ? ", taken back" : ""}${point}`,
    }),
  );
}

/** @param {number | string} pocket */
function sayPocket(pocket) {
  if (pocket === 0 || pocket === "00") return pocket === 0 ? "zero" : "double zero";
  return `${colourOf(pocket)} · ${Number(pocket) % 2 ? "odd" : "even"} · ${Number(pocket) <= 18 ? "low" : "high"}`;
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
      element("td", { text: high === null ? "no maximum" : short(high) }),
    );
  });
  find("#sign").replaceChildren(
    element("h2", { text: "Limits at this table" }),
    element(
      "table",
      {},
      element(
        "thead",
        {},
        element("tr", {}, ...["wager", "minimum", "maximum"].map((text) => element("th", { text }))),
      ),
      element("tbody", {}, ...rows),
    ),
    element("p", {
      text: `All ${others.length ? "other " : ""}wagers: ${sayLimit([Math.max(all[0], view.chip), all[1], all[2]])}`,
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
  const [colour, odds] = view.boost ?? [];
  place.replaceChildren(
    element("h2", { text: "Lucky Ball" }),
    ...balls.map(([name, pocket]) =>
      element(
        "div",
        { class: `ball${name === colour ? " boosted" : ""}`, "data-colour": name },
        element("b", { class: "number", text: String(pocket) }),
        element("span", { text: name === colour ? `${name} · ${odds}` : name }),
      ),
    ),
  );
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
        element("span", { text: "Hot " }, element("b", { text: hot.join("  ") || "none yet" })),
        element("span", { text: `${cold} numbers not in the last ${view.history.length}` }),
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
          "aria-label": `${total} came ${times} times`,
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
  const notice = (/** @type {string} */ text, /** @type {number | null} */ until, kind = "") =>
    element("p", { class: kind }, text, until ? element("b", { text: countdown(until, now) }) : null);
  find("#notices").replaceChildren(
    ...(view.suspended ? [notice("Play is stopped. Chips stay where they lie.", null, "stopped")] : []),
    ...(view.closing ? [notice(`This table closes at ${hour(view.closing)}, in `, view.closing)] : []),
    ...announced(view, titleOf).map(({ what, at }) => notice(`${what} from ${hour(at)}, in `, at)),
    ...Object.entries(view.winnings ?? {}).map(([seat, cents]) =>
      notice(`Terminal ${seat} wins ${money(cents)}`, null, "won"),
    ),
    ...tableSigns(view, titleOf).map(({ text, kind }) => notice(text, null, `quiet-sign ${kind}`)),
  );
}

await turn();
setInterval(turn, CYCLE_MS);
setInterval(clock, 250);
