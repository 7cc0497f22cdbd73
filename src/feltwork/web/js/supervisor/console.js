// The supervisor's console: every table at a glance, one opened as the player sees it, and all that may be set there.

import { Felt } from "../common/felt.js";
import { later } from "../common/later.js";
import { Link } from "../common/link.js";
import { announced } from "../common/notices.js";
import { announce, element, find, findAll, focused, get, getSurely, sentence } from "../common/page.js";
import { showPages, small } from "../common/pages.js";
import { knowPeople } from "../common/people.js";
import { historyItem, NO_LINE, phaseWords, secondsLeft } from "../common/phase.js";
import { redraw } from "../common/redraw.js";
import { refuse } from "../common/refused.js";
import { signOut } from "../common/signout.js";
import { countdown } from "../common/signs.js";
import { makeTabs, markTabs } from "../common/tabs.js";
import { text } from "../common/text.js";
import { themeSwitch } from "../common/theme.js";
import { clock, hour } from "../common/times.js";
import { worded } from "../common/wording.js";
import { zone } from "../common/zones.js";
import { watchAlarms } from "./alarms.js";
import { rulingsPanel, sayResult } from "./rulings.js";
import { seatsPanel } from "./seatwork.js";
import { signsPanel } from "./signs.js";
import { holdWords, showTables } from "./tables.js";
import { toldPanel } from "./told.js";
import { openTable, upkeepPanel } from "./upkeep.js";

/** @import { Command, Hello, Me, Told, View } from "../common/messages.js" */

const EVERY_MS = 1000;
const FELT = "felt"; // on a phone the felt has a tab of its own
const TABS = [...(small.matches ? [FELT] : []), "signs", "seats", "rulings", "upkeep", "told"];
const tabText = (/** @type {string} */ id) => text(`supervisor.tab-${id}`);
/** @type {Record<string, (console_: Console, view: any, office: any) => any[]>} */
const PANELS = {
  [FELT]: () => [],
  signs: signsPanel,
  seats: seatsPanel,
  rulings: rulingsPanel,
  upkeep: upkeepPanel,
  told: toldPanel,
};

/**
 * How many things wait behind a tab.
 * @param {string} tab
 * @param {View} view
 * @param {any} office
 */
function waits(tab, view, office) {
  const rulings = (office.proposed ? 1 : 0) + (office.doubts?.length ?? 0);
  const upkeep = (office.called ? 1 : 0) + (office.unchecked ?? 0);
  const waiting =
    tab === "seats" ? (view?.concerns?.length ?? 0) : tab === "rulings" ? rulings : tab === "upkeep" ? upkeep : 0;
  return waiting ? ` · ${waiting}` : "";
}

/**
 * Each cell knows the head of its column: on a phone a row is a block, and the heads are not seen.
 * @param {HTMLElement} panel
 */
function headed(panel) {
  for (const row of findAll("thead ~ tbody tr", panel)) {
    const heads = findAll("thead th", /** @type {HTMLElement} */ (row.closest("table")));
    for (const [i, cell] of findAll("th, td", row).entries()) cell.dataset.head = heads[i]?.textContent ?? "";
  }
}

export class Console {
  /** @param {Me} me */
  constructor(me) {
    this.me = me;
    this.skew = me.now - Date.now() * 1000;
    this.table = null;
    /** @type {Link} */
    this.link = later();
    /** @type {Felt | null} */
    this.felt = null;
    this.office = later();
    this.orders = later();
    this.filter = "all";
    this.tab = "signs";
    /** @type {Told[]} */
    this.told = [];
    this.seen = 0; // when the floor was as it is shown
  }

  async begin() {
    find("#who").textContent = [...new Set(this.me.people.map((/** @type {any} */ [person]) => person))].join(", ");
    find("#sign-out").addEventListener("click", signOut);
    find("#new-table").addEventListener("click", () => openTable((/** @type {string} */ name) => this.open(name)));
    makeTabs(TABS, tabText, (id) => this.choose(id));
    find("#time").before(themeSwitch());
    zone(find("#tables"), "button");
    document.body.classList.remove("connecting");
    await this.look();
    const asked = new URLSearchParams(location.search).get("table");
    this.turn(asked ? "table" : "list");
    find("#to-list").addEventListener("click", () => this.turn("list"));
    const first =
      this.floor?.find((/** @type {Record<string, any>} */ { table }) => table === asked) ?? this.floor?.[0];
    if (first) this.open(first.table);
    watchAlarms();
    setInterval(() => this.look(), EVERY_MS);
    setInterval(() => this.clock(), 250);
  }

  /**
   * On a phone the list of tables and the table that was opened are two pages.
   * @param {"list" | "table"} page
   */
  turn(page) {
    document.body.dataset.page = page;
    if (small.matches) scrollTo(0, 0);
  }

  now() {
    return Date.now() * 1000 + this.skew;
  }

  /** @param {any} at */
  time(at) {
    return clock(at);
  }

  async look() {
    try {
      const { tables, now, clock: wrong } = await get("/api/office", { byItself: true });
      if (now < this.seen) return; // overtaken by a later answer
      this.seen = now;
      this.floor = tables;
      this.skew = now - Date.now() * 1000;
      showTables(this);
      if (wrong) find("#summary").textContent = sentence(wrong);
      find("#summary").classList.toggle("bad", Boolean(wrong));
    } catch {
      find("#summary").textContent = text("common.connection-lost");
      find("#summary").classList.add("bad");
    }
  }

  /**
   * @param {any} table
   * @param {boolean} chosen by somebody, who wants to see it
   */
  open(table, chosen = false) {
    if (chosen) this.turn("table");
    if (this.table === table && this.link) return;
    this.link?.close();
    this.table = table;
    this.office = null;
    this.felt = null;
    this.told = [];
    this.orders = null;
    this.link = new Link(table);
    const link = this.link;
    link.on("hello", (hello) => this.greeted(hello, link));
    link.on("back", (hello) => this.back(hello, link));
    link.on("lost", () => this.clock());
    link.on("news", (news) => this.news(news, link));
    link.open();
    showTables(this);
  }

  /**
   * @param {Hello} hello
   * @param {Link} link
   */
  async greeted(hello, link) {
    const shape = small.matches ? "felt?shape=upright" : "felt";
    const [felt, card] = await Promise.all(
      [shape, "card"].map((what) => getSurely(`/api/tables/${link.table}/${what}`)),
    );
    if (link !== this.link) return;
    this.card = card;
    this.order = felt.order;
    this.felt = felt.svg ? new Felt(find("#felt"), felt, () => {}) : null;
    for (const area of this.felt?.svg.querySelectorAll(".area") ?? []) area.removeAttribute("tabindex");
    if (this.felt) showPages(this.felt, document.documentElement);
    this.told = [...hello.told];
    this.show(link.view);
    this.refresh(true);
  }

  /**
   * The line was down: what happened meanwhile is shown as if it had been heard.
   * @param {Hello} hello
   * @param {Link} link
   */
  back(hello, link) {
    if (link !== this.link) return;
    announce(text("supervisor.back"));
    this.greeted(hello, link);
  }

  /**
   * @param {Record<string, any>} given
   * @param {Link} link
   */
  news({ events, view }, link) {
    if (link !== this.link) return;
    this.told = [...this.told, ...events].slice(-80);
    for (const { kind, event } of events) {
      if (kind === "round-adjusted")
        announce(text("supervisor.corrected-by", { result: sayResult(event.result), person: event.agreed_by }), {
          clause: event.clause,
        });
    }
    this.show(view);
    this.refresh();
  }

  /** @param {View} view */
  show(view) {
    if (!view) return;
    find("#name").textContent = text(view.practice ? "supervisor.name-practice" : "supervisor.name", {
      table: view.table,
      name: worded(view.name ?? ""),
    });
    if (this.felt) {
      this.felt.laid.stakes(view.stakes ?? [], null);
      this.felt.freeze(view.frozen ?? []);
      if (!view.spins) this.felt.puck(view.point);
      const last = view.history.at(-1);
      if (view.spins && last) this.felt.dolly(String(last.result));
    }
    find("#history").replaceChildren(
      ...view.history
        .slice(-Math.floor(find("#history").clientWidth / 38) || -1)
        .reverse()
        .map(historyItem),
    );
    const { takings } = this.floor?.find((/** @type {any} */ { table }) => table === view.table) ?? {};
    find("#hold").textContent = takings ? holdWords(takings) : "";
    this.notices(view);
    this.clock();
  }

  /** @param {View} view */
  notices(view) {
    const now = this.link.now();
    const limits = announced(view, (/** @type {string} */ wager) => this.office?.wagers?.[wager] ?? wager).map(
      ({ what, at }) =>
        element("p", {
          class: "notice",
          text: text("supervisor.announced", { what, time: hour(at), left: countdown(at, now) }),
        }),
    );
    const closing = view.closing
      ? [
          element("p", {
            class: "notice",
            text: text("supervisor.closes", { time: hour(view.closing), left: countdown(view.closing, now) }),
          }),
        ]
      : [];
    const called =
      this.office?.called && view.suspended
        ? text("supervisor.calls-supervisor", { person: this.office.called.person, what: view.suspended })
        : "";
    const stopped = view.suspended
      ? [element("p", { class: "notice danger", text: called || text("supervisor.stopped", { why: view.suspended }) })]
      : [];
    const down = this.link.up
      ? []
      : [
          element("p", {
            class: "notice danger",
            text: text("supervisor.connection-lost"),
          }),
        ];
    find("#notices").replaceChildren(...down, ...stopped, ...closing, ...limits);
  }

  // The panel is drawn anew when something happens, but never under somebody's hands.
  async refresh(force = false) {
    const link = this.link;
    const [office, told] = await Promise.all([link.ask("office"), this.tab === "upkeep" ? link.ask("actions") : null]);
    if (link !== this.link || !office) return;
    await knowPeople(link, link.view.seats);
    this.office = office;
    this.orders = told ?? this.orders;
    for (const id of TABS) find(`#tab-${id}`).textContent = tabText(id) + waits(id, link.view, office);
    const busy = find("#panel").contains(focused()) && /input|select/i.test(focused()?.tagName ?? "");
    if (force || (!busy && !(this.tab === "signs" && this.drawn === this.signature()))) this.draw();
  }

  // What the limits panel depends on: it is not redrawn while a chip lands.
  signature() {
    const { limits, announced, status, table } = this.link.view;
    return JSON.stringify([table, status, limits, announced, this.tab]);
  }

  draw() {
    const { view } = this.link;
    markTabs(this.tab);
    document.body.dataset.tab = this.tab;
    const panel = PANELS[this.tab];
    find("#panel").setAttribute("aria-labelledby", `tab-${this.tab}`);
    const top = find("#panel").scrollTop;
    redraw(
      find("#panel"),
      ...(this.office?.book
        ? panel(this, view, this.office)
        : [element("p", { class: "empty", text: text("supervisor.waiting-table") })]),
    );
    headed(find("#panel"));
    find("#panel").scrollTop = top;
    this.drawn = this.signature();
    this.notices(view);
  }

  /** @param {string} tab */
  choose(tab) {
    this.tab = tab;
    if (!this.link?.view) return;
    this.draw();
    this.refresh(true);
  }

  /**
   * Send a command; a refusal is told at the control that caused it.
   * @param {Command} command
   */
  async send(command) {
    const answer = await this.answer(command);
    if (answer.why) refuse(answer.why, { clause: answer.clause });
    return !answer.why;
  }

  /** @param {Command} command */
  async answer(command) {
    const answer = await this.link.do(command);
    this.look();
    return answer;
  }

  clock() {
    find("#time").textContent = this.time(this.now());
    const view = this.link?.view;
    if (!view) return;
    const { words, tone } = !this.link.up
      ? NO_LINE
      : view.status === "checking"
        ? { words: text("supervisor.being-checked"), tone: "last" }
        : phaseWords(view, this.link.now());
    find("#phase").textContent = words;
    find("#banner").dataset.tone = tone;
    find("#opened").classList.toggle("down", !this.link.up);
    const left = this.link.up ? secondsLeft(view, this.link.now()) : null;
    find("#countdown").textContent = left === null ? "" : String(left);
    this.notices(view);
  }
}
