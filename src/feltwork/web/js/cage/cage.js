// The cage's screen: tickets, cards, payments by hand, transfers, vouchers, and the day.

import { money } from "../common/money.js";
import { announce, element, find, get, getSurely, post, settle } from "../common/page.js";
import { refuse } from "../common/refused.js";
import { signOut } from "../common/signout.js";
import { makeTabs, markTabs, waits } from "../common/tabs.js";
import { text } from "../common/text.js";
import { themeSwitch } from "../common/theme.js";
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
const LOOK_MS = 2000;

export class CageScreen {
  /** @param {Me} me */
  constructor(me) {
    this.me = me;
    this.tab = "tickets";
    this.data = null;
    this.told = "";
    find("#who").textContent = me.people.map((/** @type {any} */ [person]) => person).join(", ");
    find("#time").before(themeSwitch());
    find("#sign-out").addEventListener("click", signOut);
    makeTabs(
      Object.keys(TABS),
      (name) => text(`cage.tab-${name}`),
      (name) => this.open(name),
    );
    setInterval(() => this.clock(), 1000);
    setInterval(() => this.look(), LOOK_MS);
    this.look().then(() => this.open(location.hash.slice(1) in TABS ? location.hash.slice(1) : "tickets"));
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
      find("#state").textContent = text("cage.connection-lost");
    }
  }

  clock() {
    find("#time").textContent = clock((Date.now() + (this.ahead ?? 0)) * 1000);
  }

  show() {
    const { outstanding } = this.data;
    find("#outstanding").replaceChildren(
      element("b", { text: money(outstanding.cents) }),
      ` ${text("cage.outstanding", { count: outstanding.number })}`,
    );
    const waiting = {
      forms: this.data.forms.filter((/** @type {any} */ form) => ["prepared", "agreed"].includes(form.standing)).length,
      transfers: this.data.transfers.filter((/** @type {any} */ transfer) => transfer.standing === "pending").length,
      tickets: this.data.tickets.filter((/** @type {any} */ ticket) =>
        ["withheld", "demanded back"].includes(ticket.standing),
      ).length,
    };
    markTabs(this.tab);
    for (const [name, count] of Object.entries(waiting)) waits(name, count, text("cage.waiting", { count }));
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
   * What a person is called; whoever has no name is known by the id.
   * @param {string} id
   */
  who(id) {
    return this.data.names[id] ?? id;
  }

  /**
   * One command of the cashier: done, or refused with a sentence and a clause.
   * @param {Command} command
   * @param {{ say?: string, [field: string]: any }} [more] what is said when it is done, and what goes with it
   */
  async order(command, { say = "", ...extra } = {}) {
    const told = await post("/api/cage", { key: crypto.randomUUID(), do: command, ...extra });
    if (told.why) refuse(told.why, { clause: told.clause });
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
