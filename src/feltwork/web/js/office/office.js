// The pit office: who is kept out, incidents, disputes, promotions, duties with their times, and notices. An inspector reads all of it.

import { announce, find, get, getSurely, post, settle } from "../common/page.js";
import { signOut } from "../common/signout.js";
import { makeTabs, markTabs, waits } from "../common/tabs.js";
import { text } from "../common/text.js";
import { themeSwitch } from "../common/theme.js";
import { clock } from "../common/times.js";
import { identify } from "../common/unsettled.js";
import { disputes } from "./disputes.js";
import { duties } from "./duties.js";
import { incidents } from "./incidents.js";
import { outbox } from "./outbox.js";
import { people } from "./people.js";
import { promotions } from "./promotions.js";
import { register } from "./register.js";

/** @import { Me } from "../common/messages.js" */
/** @typedef {{ draw: (office: Office) => void, waits?: (office: Office) => [number, string?] }} Tab */

/** @type {Record<string, Tab>} */
const TABS = { register, incidents, disputes, promotions, duties, outbox, people };
const LOOK_MS = 2500;
const PICKED = ["number", "name", "duty", "notice"];

export class Office {
  /**
   * @param {Me} me
   * @param {any} rules
   */
  constructor(me, rules) {
    this.me = me;
    this.reads = me.kind === "inspector";
    /** @type {any[]} */
    this.books = rules.books;
    this.kinds = rules.kinds;
    this.tab = "register";
    /** @type {any} */
    this.data = null;
    /** @type {Record<string, any>} what is chosen and filtered, by tab */
    this.at = {};
    /** @type {Record<string, string>} names of those whom incidents and disputes are about, by id */
    this.names = {};
    this.told = "";
    this.ahead = 0;
    find("#who").textContent = me.people.map((/** @type {any} */ [person]) => person)[0];
    find("#time").before(themeSwitch());
    find("#sign-out").addEventListener("click", signOut);
    makeTabs(
      Object.keys(TABS),
      (name) => text(`office.tab-${name}`),
      (name) => this.open(name),
    );
    setInterval(() => this.clock(), 1000);
    setInterval(() => this.look(), LOOK_MS);
    const asked = location.hash.slice(1);
    this.look().then(() => this.open(asked in TABS ? asked : this.reads ? "register" : "incidents"));
  }

  // All that the office holds; a line that is down says so and comes back by itself.
  async look() {
    try {
      const ask = (/** @type {string} */ path) => get(path, { byItself: true });
      const [held, board, { names }] = await Promise.all(["/api/incidents", "/api/duties", "/api/promotion"].map(ask));
      if (held.why || board.why) throw new Error(held.why ?? board.why);
      const seen = await Promise.all(names.map((/** @type {string} */ name) => ask(`/api/promotion/${name}`)));
      this.ahead = board.now / 1000 - Date.now();
      const data = { ...held, ...board, promotions: seen, now: board.now };
      const told = JSON.stringify({ ...data, now: 0, promotions: seen.map((one) => ({ ...one, now: 0 })) });
      this.data = data;
      this.clock();
      find("#state").textContent = "";
      document.body.classList.remove("connecting");
      if (told === this.told) return;
      this.told = told;
      this.names = (await ask("/api/pit/names")).names ?? this.names;
      this.draw();
    } catch {
      find("#state").textContent = text("office.connection-lost");
    }
  }

  /** @param {string} person somebody by name and id, where the name is known */
  named(person) {
    return this.names[person] ? `${this.names[person]} (${person})` : person;
  }

  now() {
    return (Date.now() + this.ahead) * 1000;
  }

  clock() {
    find("#time").textContent = clock(this.now());
  }

  draw() {
    if (!this.data) return;
    markTabs(this.tab);
    for (const [name, tab] of Object.entries(TABS)) {
      const [count, tone] = tab.waits?.(this) ?? [0];
      waits(name, count, text("office.waiting", { count }), tone);
    }
    TABS[this.tab].draw(this);
  }

  /** @param {string} name */
  open(name) {
    this.tab = name;
    location.hash = name;
    find("#panel").setAttribute("aria-labelledby", `tab-${name}`);
    this.draw();
  }

  /**
   * Choose something, or filter by it, and show it.
   * @param {Record<string, any>} chosen
   */
  choose(chosen) {
    this.at[this.tab] = { ...this.at[this.tab], ...chosen };
    this.draw();
    // On a phone what was chosen lies below its list.
    if (PICKED.some((name) => chosen[name]) && matchMedia("(max-width: 900px)").matches)
      find("#panel .detail")?.scrollIntoView({ block: "start" });
  }

  /** @param {string} id */
  book(id) {
    return this.books.find(({ book }) => book === id);
  }

  // Which of these roles somebody at this screen has.
  has(/** @type {string[]} */ roles) {
    return this.me.people
      .map((/** @type {any} */ [, role]) => role)
      .find((/** @type {string} */ r) => roles.includes(r));
  }

  /**
   * One command: done, or refused with a sentence and a clause.
   * @param {string} where the stream's address, such as incidents
   * @param {Record<string, any>} command
   * @param {{ roles?: string[], people?: Record<string, any>, say?: string }} [more]
   */
  async order(where, command, { roles = [], people = {}, say = "" } = {}) {
    const order = { key: crypto.randomUUID(), do: command, people, role: this.has(roles) ?? "" };
    return this.heard(await post(`/api/${where}`, order), say);
  }

  /**
   * @param {any} told
   * @param {string} say
   */
  async heard(told, say) {
    if (!told.why && say) announce(say);
    await this.look();
    return told;
  }
}

Promise.all([getSurely("/api/me"), getSurely("/api/pit/rules")]).then(([me, rules]) => {
  identify(me);
  const office = new Office(me, rules);
  settle().then(() => office.look());
});
