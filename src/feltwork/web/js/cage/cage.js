// The cage's screen: tickets, cards, payments by hand, transfers, vouchers, and the day.

import { money } from "../common/money.js";
import { announce, element, find, findAll, get, getSurely, post, settle, signOut } from "../common/page.js";
import { clock } from "../common/times.js";
import { identify } from "../common/unsettled.js";
import { cards } from "./cards.js";
import { checks } from "./checks.js";
import { day } from "./day.js";
import { forms } from "./forms.js";
import { tickets } from "./tickets.js";
import { transfers } from "./transfers.js";
import { vouchers } from "./vouchers.js";

/** @import { Command, Me } from "../common/messages.js" */

/** @type {Record<string, { open: (cage: CageScreen) => void, refresh?: (cage: CageScreen) => void }>} */
const TABS = { tickets, cards, forms, transfers, vouchers, checks, day };
/** @type {Record<string, string>} */
const NAMES = {
  tickets: "Tickets",
  cards: "Player cards",
  forms: "Pay by hand",
  transfers: "Transfers",
  vouchers: "Vouchers",
  checks: "Colour checks",
  day: "The day",
};
const LOOK_MS = 2000;

export class CageScreen {
  /** @param {Me} me */
  constructor(me) {
    this.me = me;
    this.tab = "tickets";
    this.data = null;
    this.told = "";
    find("#who").textContent = me.people.map((/** @type {any} */ [person]) => person).join(", ");
    find("#sign-out").addEventListener("click", signOut);
    const tabs = Object.keys(TABS).map((name) =>
      element("button", {
        type: "button",
        role: "tab",
        id: `tab-${name}`,
        "aria-controls": "panel",
        "data-tab": name,
        text: NAMES[name],
        onclick: () => this.open(name),
      }),
    );
    find("#tabs").replaceChildren(...tabs);
    find("#tabs").addEventListener("keydown", (/** @type {any} */ event) => this.keys(event, tabs));
    setInterval(() => this.clock(), 1000);
    setInterval(() => this.look(), LOOK_MS);
    this.look().then(() => this.open(location.hash.slice(1) in TABS ? location.hash.slice(1) : "tickets"));
  }

  /**
   * @param {any} event
   * @param {any} tabs
   */
  keys(event, tabs) {
    /** @type {Record<string, number>} */
    const steps = { ArrowDown: 1, ArrowUp: -1, ArrowRight: 1, ArrowLeft: -1 };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    const next =
      tabs[
        (tabs.findIndex((/** @type {HTMLElement} */ tab) => tab.dataset.tab === this.tab) + step + tabs.length) %
          tabs.length
      ];
    this.open(next.dataset.tab);
    next.focus();
  }

  // What stands at the cage now; a line that is down says so and comes back by itself.
  async look() {
    try {
      const data = await get("/api/cage", { byItself: true });
      if (data.why) throw new Error(data.why);
      if (data.now < (this.data?.now ?? 0)) return; // overtaken by a later answer
      this.ahead = data.now / 1000 - Date.now();
      const told = JSON.stringify({ ...data, now: 0 });
      this.data = data;
      this.clock();
      find("#state").textContent = "";
      document.body.classList.remove("connecting");
      if (told !== this.told) {
        this.told = told;
        this.show();
      }
    } catch {
      find("#state").textContent = "The line to the house is down; nothing is done until it is back…";
    }
  }

  clock() {
    find("#time").textContent = clock((Date.now() + (this.ahead ?? 0)) * 1000);
  }

  show() {
    const { outstanding } = this.data;
    find("#outstanding").replaceChildren(
      element("b", { text: money(outstanding.cents) }),
      ` in ${outstanding.number} ticket${outstanding.number === 1 ? "" : "s"} outstanding`,
    );
    /** @type {Record<string, number>} */
    const waits = {
      forms: this.data.forms.filter((/** @type {any} */ form) => ["prepared", "agreed"].includes(form.standing)).length,
      transfers: this.data.transfers.filter((/** @type {any} */ transfer) => transfer.standing === "pending").length,
      tickets: this.data.tickets.filter((/** @type {any} */ ticket) =>
        ["withheld", "demanded back"].includes(ticket.standing),
      ).length,
    };
    for (const tab of findAll("#tabs button")) {
      const count = waits[tab.dataset.tab ?? ""];
      tab.setAttribute("aria-selected", String(tab.dataset.tab === this.tab));
      tab.tabIndex = tab.dataset.tab === this.tab ? 0 : -1;
      tab.querySelector(".waits")?.remove();
      if (count) tab.append(element("span", { class: "waits", text: count, "aria-label": `${count} waiting` }));
    }
    TABS[this.tab].refresh?.(this);
  }

  /** @param {string} name */
  open(name) {
    this.tab = name;
    location.hash = name;
    find("#panel").className = name === "day" ? "wide" : "";
    find("#panel").setAttribute("aria-labelledby", `tab-${name}`);
    if (!this.data) return;
    TABS[name].open(this);
    this.show();
  }

  /**
   * One command of the cashier: done, or refused with a sentence and a clause.
   * @param {Command} command
   * @param {{ say?: string, [field: string]: any }} [more] what is said when it is done, and what goes with it
   */
  async order(command, { say = "", ...extra } = {}) {
    const told = await post("/api/cage", { key: crypto.randomUUID(), do: command, ...extra });
    if (told.why) announce(told.why, { clause: told.clause, bad: true });
    else if (say) announce(say);
    await this.look();
    return told;
  }
}

getSurely("/api/me").then((me) => {
  identify(me);
  const screen = new CageScreen(me);
  settle().then(() => screen.look());
});
