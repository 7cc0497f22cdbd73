// A day, a shift or a period of the floor. Read only.

import { element, find, get, getSurely } from "../common/page.js";
import { signOut } from "../common/signout.js";
import { text } from "../common/text.js";
import { themeSwitch } from "../common/theme.js";
import { worded } from "../common/wording.js";
import { barChart } from "./bars.js";
import { axisChart, axisOf, holdChart } from "./chart.js";
import { drawPresets, setPreset } from "./presets.js";

/** @typedef {Record<string, any>} Told */

const MONEY = ["drop", "turnover", "win", "commission", "rounding", "collected"];
const COUNTS = ["rounds", "rounds_an_hour", "over", "under", "no_rolls"];
/** @type {Record<string, string>} */
const HEADS = { rounds_an_hour: "an-hour", no_rolls: "no-rolls" };

function asked() {
  const form = new FormData(find("#about"));
  const query = new URLSearchParams();
  for (const name of ["day", "to", "starts"]) if (form.get(name)) query.set(name, String(form.get(name)));
  if (form.get("from") && form.get("until")) query.set("shift", `${form.get("from")}-${form.get("until")}`);
  return query;
}

async function show() {
  const query = asked();
  const verdict = find("#verdict");
  verdict.className = "";
  verdict.textContent = text("report.reading");
  const told = await get(`/api/report?${query}`).catch((/** @type {any} */ wrong) => ({ why: String(wrong.message) }));
  for (const form of ["csv", "pdf"]) find(`#${form}`).href = `/api/report?${query}&form=${form}`;
  if (told.why) {
    verdict.className = "bad";
    verdict.textContent = told.why;
    find("#told").replaceChildren();
    return;
  }
  if (!query.get("day")) find("#about [name=day]").value = told.period.slice(0, 10);
  drawPresets(show);
  verdict.className = told.wrong.length ? "bad" : "good";
  verdict.textContent = told.wrong.length
    ? `${text("report.variance")}: ${told.wrong.join("; ")}`
    : `${told.period}: ${text("report.zero")}`;
  find("#told").replaceChildren(
    headline(told),
    holds(told),
    tables(told),
    hours(told),
    part("no-rolls", ...noRolls(told)),
    part("duties", counted(told.duties)),
    wide("fairness", ...fairness(told)),
    part("cage", tickets(told)),
    part("disputes", counted(told.disputes)),
    ...meters(told),
    conduct(told),
    accounts(told),
  );
}

/**
 * @param {string} name
 * @param {...any} inside
 */
function part(name, ...inside) {
  return element(
    "section",
    { class: "panel", id: name, tabindex: 0, "aria-label": text(`report.part-${name}`) },
    element("h2", { text: text(`report.part-${name}`) }),
    ...inside,
  );
}

/**
 * @param {string} name
 * @param {...any} inside
 */
function wide(name, ...inside) {
  const made = part(name, ...inside);
  made.classList.add("wide");
  return made;
}

// Money comes in dollars and cents; on a screen its thousands stand apart.
const grouped = (/** @type {string} */ cell) =>
  /^-?\d+\.\d\d$/.test(cell) ? cell.replace(/\B(?=(\d{3})+\.)/g, ",") : cell;

/**
 * @param {string[]} heads
 * @param {any[][]} rows each cell a text; those after the first that are figures stand to the right
 * @param {number} sums how many of the last rows are sums
 */
function grid(heads, rows, sums = 0) {
  const figure = (/** @type {any} */ cell) => typeof cell === "number" || /^-?[\d,]+(\.\d+)?$/.test(cell);
  const right = heads.map((_, at) => at > 0 && rows.length > 0 && rows.every((row) => figure(row[at])));
  const cells = (/** @type {any[]} */ row, /** @type {string} */ kind) =>
    row.map((cell, at) =>
      element(kind, {
        class: right[at] ? "number" : "",
        "data-head": kind === "td" && at ? heads[at] : null,
        text: grouped(String(cell)),
      }),
    );
  return element(
    "table",
    { class: heads.length > 4 ? "many" : "" },
    element("thead", {}, element("tr", {}, ...cells(heads, "th"))),
    element(
      "tbody",
      {},
      ...rows.map((row, at) =>
        element("tr", { class: at >= rows.length - sums && sums ? "sum" : "" }, ...cells(row, "td")),
      ),
    ),
  );
}

/** @param {Told} told */
function tables(told) {
  const names = [...MONEY, ...COUNTS];
  const heads = ["table", ...names].map((name) => text(`report.head-${HEADS[name] ?? name}`));
  const row = (/** @type {Told} */ one) => [one.table || text("report.all"), ...names.map((name) => one[name])];
  return wide("tables", grid(heads, [...told.tables.map(row), row(told.all)], 1));
}

// The day in four figures and a sentence, for whoever reads no further.
/** @param {Told} told */
function headline(told) {
  const all = told.all;
  const late = (told.duties.late ?? 0) + (told.duties["done late"] ?? 0);
  const hold = all.hold.hold === undefined ? text("report.none") : `${all.hold.hold}%`;
  const figures = [
    ["drop", grouped(all.drop), ""],
    ["turnover", grouped(all.turnover), ""],
    ["win", grouped(all.win), all.win.startsWith("-") ? "bad" : ""],
    ["hold", hold, all.hold.within === false ? "bad" : ""],
    ["late", String(late), late ? "bad" : ""],
  ];
  return element(
    "section",
    { class: "wide headline", "aria-label": text("report.headline") },
    element(
      "dl",
      {},
      ...figures.map(([name, said, tone]) =>
        element(
          "div",
          { class: "panel" },
          element("dt", { text: text(`report.head-${name}`) }),
          element("dd", { class: tone, text: said }),
        ),
      ),
    ),
    element("p", { class: "reading", text: `${text("report.all")}: ${worded(all.hold.words ?? "")}${band(all.hold)}` }),
  );
}

// Drop, win and rounds of the whole floor, hour by hour; the figures are below for whoever reads no chart.
/** @param {Told} told */
function hours(told) {
  const step = text(told.step === "day" ? "report.by-day" : "report.by-hour");
  const charts = ["drop", "win", "rounds"].map((name) =>
    barChart(
      `${text(`report.head-${name}`)}, ${step}`,
      told.parts.map((/** @type {Told} */ one) => ({
        name: one.at,
        value: Number(one[name]),
        said: grouped(String(one[name])),
      })),
    ),
  );
  const heads = ["", ...["drop", "win", "rounds"].map((name) => text(`report.head-${name}`))];
  const rows = told.parts.map((/** @type {Told} */ one) => [one.at, one.drop, one.win, one.rounds]);
  return wide("hours", element("div", { class: "charts" }, ...charts), figures(grid(heads, rows)));
}

/** @param {any} inside */
const figures = (inside) => element("details", {}, element("summary", { text: text("report.figures") }), inside);

/** @param {Told} told */
function noRolls(told) {
  const counts = Object.entries(told.all.no_rolls_by_caller).map(([who, count]) => ({
    name: who || "?",
    value: Number(count),
    said: String(count),
  }));
  const by = Object.entries(told.all.no_rolls_by_shooter)
    .map(([who, count]) => `${who || "?"} ${count}`)
    .join(", ");
  return [
    barChart(text("report.by-caller"), counts),
    element("p", { class: "reading", text: `${text("report.by-shooter")}: ${by || text("report.none")}` }),
  ];
}

/** @param {Told} told */
function meters(told) {
  if (!told.meters.length) return [];
  const names = ["came_in", "out", "staked", "won", "credit", "ledger", "off"];
  const heads = ["table", "seat", "in", "out", "staked", "won", "holds", "ledger", "off"];
  const rows = told.meters.map((/** @type {Told} */ one) => [one.table, one.seat, ...names.map((name) => one[name])]);
  return [
    wide(
      "meters",
      element("p", { class: "reading", text: text("report.meters-reading") }),
      grid(
        heads.map((name) => text(`report.head-${name}`)),
        rows,
      ),
    ),
  ];
}

// Between which holds a table's may lie, two standard deviations to each side.
const band = (/** @type {Told} */ { expected, band: around }) =>
  around === undefined
    ? ""
    : text("report.band", {
        from: (Number(expected) - Number(around)).toFixed(1),
        to: (Number(expected) + Number(around)).toFixed(1),
      });

/** @param {Told} told */
function holds(told) {
  const drawn = [...told.tables, told.all].filter((/** @type {Told} */ one) => one.hold.hold !== undefined);
  const axis = axisOf(drawn.map((/** @type {Told} */ one) => one.hold));
  const lines = [...told.tables, told.all].map((/** @type {Told} */ one) =>
    element(
      "div",
      {},
      element("dt", { text: one.table || text("report.all") }),
      element(
        "dd",
        {},
        one.hold.hold === undefined ? null : holdChart(one.hold, axis),
        element("span", {
          class: one.hold.within === false ? "said out" : "said",
          text: worded(one.hold.words) + band(one.hold),
        }),
      ),
    ),
  );
  return wide(
    "hold",
    element("p", { class: "reading", text: text("report.band-reading") }),
    element("dl", { class: "holds", "aria-label": text("report.hold-chart") }, ...lines),
    drawn.length ? element("div", { class: "axis" }, axisChart(axis)) : null,
  );
}

// Alarms first, then how often each side came up, with a line where a fair device would have it.
/** @param {Told} told */
function fairness(told) {
  const said = told.fairness.length
    ? told.fairness.map((/** @type {string} */ words) => element("p", { class: "alarm", text: words }))
    : [element("p", { text: text("report.fair") })];
  const charts = told.devices.map((/** @type {Told} */ one) =>
    barChart(
      text("report.came", {
        table: one.table,
        device: text(`report.device-${one.device.replace(" ", "-")}`),
        rounds: one.rounds,
      }),
      one.came.map((/** @type {number} */ value, /** @type {number} */ at) => ({
        name: String(one.sides[at]),
        value,
        said: String(value),
      })),
      one.rounds / one.sides.length,
    ),
  );
  return [
    ...said,
    element(
      "details",
      {},
      element("summary", { text: text("report.sides") }),
      element("div", { class: "charts" }, ...charts),
    ),
  ];
}

/** @param {Told} told */
function tickets(told) {
  const rows = [...Object.entries(told.tickets), [text("report.hand-pays"), told.hand_pays]];
  const heads = ["", text("report.count"), text("report.amount")];
  return grid(
    heads,
    rows.map(([name, [count, amount]]) => [worded(name), count, amount]),
  );
}

/** @param {Record<string, number>} counts */
const counted = (counts) =>
  grid(
    ["", text("report.count")],
    Object.entries(counts).map(([name, count]) => [worded(name), count]),
  );

/** @param {Told} told */
function conduct(told) {
  if (!told.measures.length) return wide("conduct", element("p", { text: text("report.nobody") }));
  const names = ["when", "measure", "person", "reason", "clause", "by", "ended"];
  const rows = told.measures.map((/** @type {Told} */ one) => [
    one.at,
    one.measure,
    one.person,
    one.reason,
    one.clause,
    one.by,
    one.ended || text("report.not-ended"),
  ]);
  return wide(
    "conduct",
    grid(
      names.map((name) => text(`report.head-${name}`)),
      rows,
    ),
  );
}

/** @param {Told} told */
function accounts(told) {
  const heads = ["account", "opening", "in", "out", "closing"].map((name) => text(`report.head-${name}`));
  return wide(
    "accounts",
    grid(
      heads,
      Object.entries(told.accounts).map(([name, cents]) => [worded(name), ...cents]),
    ),
    element("p", { class: "quiet small", text: text("report.accounts-signs") }),
  );
}

find("#about").addEventListener("submit", (/** @type {any} */ event) => {
  event.preventDefault();
  show();
});
setPreset(location.hash.slice(1));
find("#who").before(themeSwitch());
find("#sign-out").addEventListener("click", () => signOut());
getSurely("/api/me").then((/** @type {any} */ me) => {
  find("#who").textContent = me.people?.[0]?.[0] ?? "";
});
show();
