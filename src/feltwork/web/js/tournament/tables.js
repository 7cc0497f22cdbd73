// One table of a session as its crew has it: the round and its clock, whose turn it is, wagers, what to do next.

import { grouped } from "../common/money.js";
import { clauseOf, element, get } from "../common/page.js";
import { useWheel } from "../common/phase.js";
import { text } from "../common/text.js";
import { Entering, isEntered } from "./entering.js";
import { offerForm } from "./offers.js";
import { ball, cell, drawn, grid, signs, stands } from "./parts.js";
import { sayClock, sayPhase, sayRound } from "./watch.js";

/** @import { Watched } from "./watch.js" */

const LOOKS_AHEAD = "settle-tournament-round";

export class TablePanel {
  /**
   * @param {Watched} watched
   * @param {string} name
   * @param {(wager: string) => string} title what a wager is called
   */
  constructor(watched, name, title) {
    this.watched = watched;
    this.name = name;
    this.title = title;
    this.head = element("h2", { text: text("tournament.table", { table: name }) });
    this.round = element("p", { class: "round" });
    this.clock = element("time", { class: "clock number", role: "timer", "aria-label": text("tournament.clock") });
    this.phase = element("p", { class: "phase", role: "status" });
    this.left = element("p", { class: "left number" });
    this.people = element("div", { class: "people" });
    this.entering = new Entering(watched, name, title);
    this.entered = element("div", { class: "entering" });
    this.acts = element("div", { class: "acts" });
    this.ahead = element("div", { class: "ahead", "aria-live": "polite" });
    this.rest = element("div", { class: "rest" });
    this.last = element("div", { class: "last" });
    this.node = element(
      "section",
      { class: "panel heat", "data-table": name },
      element("header", {}, this.head, this.round, this.phase, this.left, this.clock),
      element(
        "div",
        { class: "work" },
        element("div", {}, this.people, this.last),
        element("div", {}, this.entered, this.acts, this.ahead, this.rest),
      ),
    );
  }

  tick() {
    const table = this.table();
    if (!table) return;
    this.clock.textContent = sayClock(this.watched, table);
    const left = this.watched.until(table.closes_at);
    this.left.textContent =
      table.phase === "betting" && table.closes_at ? text("tournament.seconds-left", { count: left }) : "";
  }

  table() {
    return this.watched.seen?.tables.find((/** @type {any} */ each) => each.table === this.name);
  }

  show() {
    const table = this.table();
    if (!table) return;
    const { seen } = this.watched;
    const crew = seen.crew?.[this.name] ?? {};
    const { words, tone } = sayPhase(table);
    this.round.textContent = sayRound(table);
    this.phase.textContent = words;
    this.phase.dataset.tone = tone;
    this.tick();
    drawn(this.people, [table.standings, table.marker, table.turn, crew.away], () => [this.standing(table, crew)]);
    drawn(this.last, [table.last], () => (table.last ? [lastRound(table.last, this.title)] : []));
    const offers = seen.offers.filter(
      (/** @type {any} */ offer) => offer.at === "table" && offer.do.table === this.name && !isEntered(offer),
    );
    drawn(this.entered, this.entering.offers(), () => this.entering.buttons());
    this.entering.show();
    const main = offers.filter((/** @type {any} */ offer) => !RARE.has(offer.do.type));
    const rare = offers.filter((/** @type {any} */ offer) => RARE.has(offer.do.type));
    const forms = [crew.forms, crew.defects, crew.to_act];
    drawn(this.acts, [main, table.phase, table.round, losersOf(table), table.tied, forms], () => {
      this.ahead.replaceChildren();
      return main.length ? main.map((/** @type {any} */ offer) => this.form(offer)) : [this.nothing(table)];
    });
    drawn(this.rest, rare, () =>
      rare.length
        ? [
            element(
              "details",
              {},
              element("summary", { text: text("tournament.more-at-table") }),
              ...rare.map((/** @type {any} */ offer) => offerForm(this.watched, offer)),
            ),
          ]
        : [],
    );
  }

  /** @param {any} table */
  nothing(table) {
    const key = table.phase === "ended" ? "tournament.table-done" : "tournament.nothing-to-do";
    return element("p", { class: "quiet", text: text(key) });
  }

  /** @param {any} offer */
  form(offer) {
    const form = offerForm(this.watched, offer);
    if (offer.do.type === "examine-form") form.prepend(...this.written(offer.do.player));
    const { to_act: late = [] } = this.watched.seen.crew?.[this.name] ?? {};
    if (offer.do.type === "close-tournament-betting" && late.length)
      form.prepend(
        element("p", {
          class: "late",
          role: "status",
          text: text("tournament.still-to-act", { names: late.join(", ") }),
        }),
      );
    if (offer.do.type !== LOOKS_AHEAD || offer.why) return form;
    const look = () => this.lookAhead(form);
    form.addEventListener("input", look);
    form.addEventListener("change", look);
    return form;
  }

  // A form that is to be examined, for who examines it: what is written on it, and what of it is not in order.
  written(/** @type {string} */ player) {
    const { forms = {}, defects = {} } = this.watched.seen.crew?.[this.name] ?? {};
    const form = forms[player];
    if (!form) return [];
    const wager = `${form.wager ? this.title(form.wager) : text("tournament.form-no-wager")} ${form.on}`.trim();
    const amount = form.amount === null ? text("tournament.form-no-amount") : grouped(form.amount);
    const wrong = defects[player];
    return [
      element("p", { class: "written", text: text("tournament.form-says", { player, wager, amount }) }),
      wrong
        ? element("p", { class: "bad" }, text("tournament.form-wrong", { words: wrong.words }), clauseOf(wrong.clause))
        : null,
    ].filter(Boolean);
  }

  // What the result that is being entered would take and pay.
  async lookAhead(/** @type {HTMLFormElement} */ form) {
    const { seen, id } = this.watched;
    const typed = seen.dice
      ? [1, 2].map((number) => Number(/** @type {any} */ (form.elements.namedItem(`die-${number}`)).value))
      : /** @type {any} */ (form.elements.namedItem("result")).value.trim();
    if (!seen.dice && !/^\d{1,2}$/.test(typed)) return this.ahead.replaceChildren();
    const result = seen.dice ? typed : typed === "00" ? "00" : Number(typed);
    const asked = new URLSearchParams({ table: this.name, result: JSON.stringify(result) });
    const told = await get(`/api/tournaments/${encodeURIComponent(id)}/foreseen?${asked}`).catch(() => null);
    if (!told || !form.isConnected || this.table()?.phase !== "no more bets") return undefined; // settled meanwhile
    if (told.why) return this.ahead.replaceChildren(element("p", { class: "bad", text: told.why }));
    return this.ahead.replaceChildren(this.pays(told));
  }

  /** @param {any} told */
  pays(told) {
    const rows = told.lines.map((/** @type {any} */ line) =>
      element(
        "tr",
        {},
        cell(String(line.seat), "number"),
        cell(line.player),
        element(
          "td",
          {},
          ...line.wagers.map((/** @type {any} */ wager) => this.pay(wager)),
          line.form ? element("p", { class: "quiet", text: text("tournament.form-closed") }) : null,
        ),
        cell(line.after === null ? "–" : `${grouped(line.before)} → ${grouped(line.after)}`, "number"),
      ),
    );
    return element(
      "div",
      {},
      element("h3", { text: text("tournament.take-and-pay", { result: told.result }) }),
      grid(
        [
          [text("tournament.head-seat"), "number"],
          [text("tournament.head-player"), ""],
          [text("tournament.head-wagers"), ""],
          [text("tournament.head-chips"), "number"],
        ],
        rows,
        text("tournament.take-and-pay", { result: told.result }),
      ),
      told.eliminated.length
        ? element("p", { text: text("tournament.goes-out", { names: told.eliminated.join(", ") }) })
        : null,
      ...told.disqualified.map((/** @type {any} */ each) =>
        element(
          "p",
          { class: "bad" },
          text("tournament.goes-disqualified", { player: each.player }),
          clauseOf(each.clause),
        ),
      ),
    );
  }

  /** @param {any} wager */
  pay(wager) {
    const what = { amount: wager.amount, wager: `${this.title(wager.wager)} ${wager.on}`.trim() };
    return wager.wins === null
      ? element("p", { text: text("tournament.take", what) })
      : element("p", { class: "good", text: text("tournament.pay", { ...what, wins: wager.wins }) });
  }

  /**
   * @param {any} table
   * @param {any} crew
   */
  standing(table, crew) {
    const turn = new Map(
      (crew.turn ?? []).map((/** @type {string} */ name, /** @type {number} */ at) => [name, at + 1]),
    );
    const seats = [...table.standings].sort((a, b) => a.seat - b.seat);
    const rows = seats.map((each) =>
      element(
        "tr",
        { class: stands(table, each), "data-player": each.player },
        cell(String(each.seat), "number"),
        element(
          "td",
          {},
          element("b", { text: each.player }),
          ...signs(table, each),
          crew.away?.includes(each.player)
            ? element("span", { class: "sign out", text: text("tournament.sign-away") })
            : null,
          turn.size && turn.has(each.player)
            ? element("span", {
                class: "sign",
                text: text("tournament.sign-order", { number: Number(turn.get(each.player)) }),
              })
            : null,
        ),
        element("td", { class: "lying" }, this.wagers(each.wagers)),
        cell(grouped(each.chips), "number"),
        cell(each.rank ? String(each.rank) : "–", "number"),
      ),
    );
    return grid(
      [
        [text("tournament.head-seat"), "number"],
        [text("tournament.head-player"), ""],
        [text("tournament.head-wagers"), ""],
        [text("tournament.head-chips"), "number"],
        [text("tournament.head-rank"), "number"],
      ],
      rows,
      text("tournament.players-of", { table: this.name }),
    );
  }

  /** @param {any[]} wagers */
  wagers(wagers) {
    return wagers.map((each) => `${grouped(each.amount)} ${this.title(each.wager)} ${each.on}`.trim()).join(" · ");
  }
}

const RARE = new Set(["call-time", "end-table-early", "merge-tables", "order-count", "raise-dispute"]);

/** @param {any} table */
const losersOf = (table) => table.standings.map((/** @type {any} */ each) => [each.player, each.acted, each.state]);

/**
 * The round that is over: its result, forms that are open now, what was put right and by which clause.
 * @param {any} last
 * @param {(wager: string) => string} title
 */
export function lastRound(last, title) {
  return element(
    "div",
    { class: "over" },
    element(
      "h3",
      { "aria-label": text("tournament.last-round", { number: last.number, result: last.result }) },
      text("tournament.round", { number: last.number }),
      ball(last.result),
    ),
    ...last.forms.map((/** @type {any} */ form) =>
      element("p", {
        class: "opened",
        text: form.wager
          ? text("tournament.form-was", {
              player: form.player,
              wager: `${title(form.wager)} ${form.on}`.trim(),
              counted: form.counted,
            })
          : text("tournament.form-blank", { player: form.player, counted: form.counted }),
      }),
    ),
    ...last.told.map((/** @type {any} */ each) =>
      element("p", {}, `${each.player}: ${each.words}`, clauseOf(each.clause)),
    ),
  );
}

/**
 * What wagers are called, from the felt of a tournament.
 * @param {any} felt
 */
export function titlesOf(felt) {
  if (felt?.layout?.wheel?.length) useWheel(felt.layout.wheel);
  const titles = new Map((felt?.layout?.areas ?? []).map((/** @type {any} */ area) => [area.wager, area.title]));
  return (/** @type {string} */ wager) => String(titles.get(wager) ?? wager);
}
