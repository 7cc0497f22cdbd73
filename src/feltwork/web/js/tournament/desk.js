// The tournament desk: a tournament from draft to paid, each step offered when it can be done, each refusal at its place.

import { grouped, money } from "../common/money.js";
import { announce, element, find, get, getSurely, post, settle } from "../common/page.js";
import { refuse } from "../common/refused.js";
import { signOut } from "../common/signout.js";
import { makeTabs, markTabs, waits } from "../common/tabs.js";
import { text } from "../common/text.js";
import { themeSwitch } from "../common/theme.js";
import { clock, when } from "../common/times.js";
import { identify } from "../common/unsettled.js";
import { Conditions } from "./conditions.js";
import { showNext } from "./desknext.js";
import { showEntries, showPapers, showRulings } from "./deskpeople.js";
import { showSeats } from "./deskseats.js";
import { draft } from "./drafting.js";
import { drawn } from "./parts.js";
import { TablePanel, titlesOf } from "./tables.js";
import { asked, clockOf, Watched } from "./watch.js";

const TABS = ["next", "conditions", "entries", "seats", "tables", "rulings", "papers"];
const PATH = ["draft", "open", "closed", "running", "finished", "paid"];

class Desk {
  /** @param {any} me */
  constructor(me) {
    this.tab = TABS.includes(location.hash.slice(1)) ? location.hash.slice(1) : "next";
    /** @type {Map<string, TablePanel>} */
    this.tables = new Map();
    this.title = titlesOf(null);
    /** @type {any[]} */
    this.books = [];
    /** @type {string[]} */
    this.without = [];
    /** @type {Conditions | null} */
    this.conditions = null;
    this.felt = "";
    this.watched = new Watched((seen) => this.show(seen));
    find("#who").textContent = me.people[0][0];
    find("#time").before(themeSwitch());
    find("#sign-out").addEventListener("click", signOut);
    find("#new").addEventListener("click", () => draft(this));
    find("#choose").addEventListener("change", (/** @type {any} */ event) => this.open(event.target.value));
    makeTabs(
      TABS,
      (name) => text(`tournament.tab-${name}`),
      (name) => this.turn(name),
    );
    setInterval(() => this.tick(), 500);
  }

  async start() {
    const told = await getSurely("/api/tournaments/books");
    this.books = told.books;
    this.without = told.without;
    find("#new").disabled = false;
    document.body.classList.toggle("practice", Boolean(told.practice));
    find("#practice").hidden = !told.practice;
    await this.list();
    document.body.classList.remove("connecting");
    setInterval(() => this.list(), 10_000);
  }

  async list() {
    const told = await get("/api/tournaments", { byItself: true }).catch(() => null);
    if (!told) return;
    const found = told.tournaments;
    const chosen = this.watched.id || asked() || found[0]?.id || "";
    drawn(find("#choose"), [found.map((/** @type {any} */ each) => [each.id, each.title, each.phase]), chosen], () =>
      found.map((/** @type {any} */ each) =>
        element("option", {
          value: each.id,
          text: `${each.title || each.id} · ${text(`tournament.phase-${each.phase}`)}`,
          selected: each.id === chosen,
        }),
      ),
    );
    find("#choose").hidden = !found.length;
    find("#empty").hidden = Boolean(found.length);
    find("#desk").hidden = !found.length;
    if (chosen && chosen !== this.watched.id) await this.open(chosen);
  }

  /** @param {string} id */
  async open(id) {
    history.replaceState(null, "", `?id=${encodeURIComponent(id)}#${this.tab}`);
    this.tables.clear();
    this.conditions = null;
    this.felt = "";
    find("#tables-place").replaceChildren();
    await this.watched.open(id);
  }

  /** @param {string} name */
  turn(name) {
    this.tab = name;
    history.replaceState(null, "", `${location.search}#${name}`);
    if (this.watched.seen) this.show(this.watched.seen);
  }

  tick() {
    find("#time").textContent = clock(this.watched.now());
    for (const table of this.tables.values()) table.tick();
    const wait = find("#waits");
    const session = this.watched.seen?.sessions[this.watched.seen.session - 1];
    const left = this.watched.seen?.phase === "closed" ? this.watched.until(session?.starts ?? 0) : 0;
    wait.textContent = left
      ? text("tournament.starts-in", { number: session.number, at: when(session.starts), left: clockOf(left) })
      : "";
  }

  /** @param {any} seen */
  async show(seen) {
    if (!seen.desk) return this.notHere();
    markTabs(this.tab);
    for (const tab of TABS) find(`#${tab}`).hidden = tab !== this.tab;
    find("#panel").setAttribute("aria-labelledby", `tab-${this.tab}`);
    this.badges(seen);
    this.path(seen);
    this.figures(seen);
    showNext(this, seen);
    this.conditions ??= this.newConditions(seen);
    this.conditions?.show();
    showEntries(this, seen);
    showSeats(seen);
    await this.heats(seen);
    showRulings(this, seen);
    showPapers(seen);
    return undefined;
  }

  notHere() {
    find("#empty").hidden = false;
    find("#desk").hidden = true;
    find("#empty p").textContent = text("tournament.not-yours");
  }

  /** @param {any} seen */
  newConditions(seen) {
    const book = this.books.find((each) => each.book === seen.book);
    if (!book) return null;
    const made = new Conditions(this.watched, book);
    find("#conditions").replaceChildren(made.node);
    return made;
  }

  /** @param {any} seen */
  badges({ desk, disputes, phase }) {
    const waiting = {
      conditions: phase === "draft" ? desk.lacks.length : 0,
      rulings: disputes.filter((/** @type {any} */ each) => !each.ruling).length,
    };
    for (const [tab, count] of Object.entries(waiting)) waits(tab, count, text("tournament.waiting", { count }));
  }

  /** @param {any} seen */
  path({ phase, session, sessions }) {
    const at = PATH.indexOf(phase);
    drawn(find("#path"), [phase, session, sessions.length], () =>
      phase === "cancelled"
        ? [element("li", { class: "now", text: text("tournament.phase-cancelled") })]
        : PATH.map((name, number) =>
            element("li", {
              class: number < at ? "done" : number === at ? "now" : "",
              "aria-current": number === at ? "step" : false,
              text:
                number === at && sessions.length > 1 && ["closed", "running"].includes(name)
                  ? text(`tournament.phase-${name}-of`, { number: session, of: sessions.length })
                  : text(`tournament.phase-${name}`),
            }),
          ),
    );
  }

  /** @param {any} seen */
  figures(seen) {
    const { desk } = seen;
    const paid = seen.prizes.reduce((/** @type {number} */ sum, /** @type {any} */ each) => sum + each.cents, 0);
    const over = seen.phase === "paid";
    drawn(find("#figures"), [seen.entered, seen.pool, paid, over, desk.bought, seen.official, seen.goods], () => [
      figure(text("tournament.figure-players"), grouped(seen.entered)),
      figure(text(over ? "tournament.figure-paid" : "tournament.figure-pool"), money(over ? paid : seen.pool)),
      desk.bought ? figure(text("tournament.figure-bought"), money(desk.bought)) : null,
      figure(seen.official.title, seen.official.person || "–"),
    ]);
  }

  /** @param {any} seen */
  async heats(seen) {
    const names = seen.tables.map((/** @type {any} */ each) => each.table);
    if (names.length && this.felt !== seen.id) {
      this.felt = seen.id;
      this.title = titlesOf(await get(`/api/tournaments/${encodeURIComponent(seen.id)}/felt`).catch(() => null));
      this.tables.clear();
    }
    for (const [name] of this.tables) if (!names.includes(name)) this.tables.delete(name);
    for (const name of names)
      if (!this.tables.has(name)) this.tables.set(name, new TablePanel(this.watched, name, this.title));
    drawn(find("#tables-place"), [seen.id, seen.session, names], () =>
      names.length
        ? [...this.tables.values()].map((each) => each.node)
        : [element("p", { class: "panel quiet", text: text("tournament.no-tables") })],
    );
    for (const table of this.tables.values()) table.show();
  }

  /**
   * A new draft.
   * @param {string} id
   * @param {any} document
   */
  async drafted(id, document) {
    const told = await post(`/api/tournament/${encodeURIComponent(id)}`, {
      key: crypto.randomUUID(),
      do: { type: "draft-tournament", document },
    });
    if (told.why) {
      refuse(told.why, { clause: told.clause });
      return false;
    }
    announce(text("tournament.done-draft-tournament"));
    this.tab = "next";
    await this.open(id);
    await this.list();
    return true;
  }
}

/** @param {string} label @param {string} value */
const figure = (label, value) =>
  element("p", { class: "figure" }, element("b", { text: value }), element("span", { text: label }));

getSurely("/api/me").then(async (me) => {
  identify(me);
  const desk = new Desk(me);
  await desk.start();
  await settle();
});
