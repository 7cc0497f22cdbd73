// The log, searched and exported.

import { money, parse } from "../common/money.js";
import { element, find, get, newest } from "../common/page.js";
import { readable } from "../common/said.js";
import { text } from "../common/text.js";
import { micros, when } from "./times.js";

const isChips = (/** @type {string} */ account) => /^tournament-(chips|bank)\//.test(account);

/**
 * What stands in an account: tournament chips are no money.
 * @param {string} account
 * @param {number} cents
 */
const figure = (account, cents) => (isChips(account) ? text("inspector.chips", { count: cents }) : money(cents));

/**
 * What came to accounts, or left them where nothing came.
 * @param {[string, number][]} postings
 */
const larger = (postings) =>
  Math.max(...[1, -1].map((side) => postings.reduce((sum, [, cents]) => sum + Math.max(side * cents, 0), 0)));

// The cage's half of an event elsewhere has no postings of its own: what it did to purses stands in its body.
function moved(/** @type {any} */ event) {
  /** @type {[string, number][]} */
  const postings = event.kind === "purses-moved" ? Object.entries(event.body.cents) : event.postings;
  const chips = larger(postings.filter(([account]) => isChips(account)));
  const cents = larger(postings.filter(([account]) => !isChips(account)));
  return [cents ? money(cents) : "", chips ? figure("tournament-chips/", chips) : ""].filter(Boolean).join(", ");
}

export class EventLog {
  /** @param {(table: string, version: number) => void} openRound tells the whole round that an event ended */
  constructor(openRound) {
    this.openRound = openRound;
    this.newest = newest();
    /** @type {any} */
    this.further = null;
  }

  asked() {
    /** @type {Record<string, any>} */
    const form = Object.fromEntries(new FormData(find("#search")));
    const cents = parse(form.amount); // as the screens print it, with its commas
    const query = new URLSearchParams(
      Object.entries({
        ...form,
        amount: cents === null ? form.amount : (cents / 100).toFixed(2),
        since: micros(form.since),
        until: micros(form.until),
      }).filter(([, value]) => value),
    );
    find("#csv").href = `/api/inspect/export?${query}&form=csv`;
    find("#jsonl").href = `/api/inspect/export?${query}&form=jsonl`;
    return query;
  }

  async search(on = null) {
    const query = this.asked();
    if (on) query.set("after", JSON.stringify(on));
    else find("#found").replaceChildren(element("p", { class: "empty", text: text("inspector.looking") }));
    const told = await this.newest(get(`/api/inspect/events?${query}`).catch((down) => ({ why: down.message })));
    if (!told) return;
    if (told.why) {
      find("#found").replaceChildren(element("p", { class: "empty bad", text: told.why }));
      find("#count").textContent = "";
      return;
    }
    this.further = told.next;
    if (!on) find("#found").replaceChildren();
    this.show(told, Boolean(on));
  }

  /**
   * @param {Record<string, any>} given
   * @param {any} added
   */
  show({ found, looked, next }, added) {
    const place = find("#found");
    place.querySelector(".further")?.remove();
    if (!added && !found.length)
      place.replaceChildren(
        element("p", {
          class: "empty",
          text: next ? text("inspector.nothing-so-far") : text("inspector.no-match"),
        }),
      );
    else if (!added)
      place.replaceChildren(
        element(
          "table",
          {},
          element(
            "thead",
            {},
            element(
              "tr",
              {},
              ...["time", "where", "who", "what", "clauses", "moved"].map((name) =>
                element("th", { text: text(`inspector.head-${name}`), class: name === "moved" ? "money" : "" }),
              ),
            ),
          ),
          element("tbody"),
        ),
      );
    place.querySelector("tbody")?.append(...found.flatMap((/** @type {any} */ event) => this.rows(event)));
    const count = place.querySelectorAll("tr.event").length;
    find("#count").textContent = text(next ? "inspector.count-more" : "inspector.count-all", { count, looked });
    if (next)
      place.append(
        element("button", {
          type: "button",
          class: "further",
          text: text("inspector.further"),
          onclick: () => this.search(this.further),
        }),
      );
  }

  /** @param {any} event */
  rows(event) {
    const more = element("tr", { class: "more", hidden: true }, element("td", { colspan: "6" }));
    const open = () => {
      more.hidden = !more.hidden;
      row.setAttribute("aria-expanded", String(!more.hidden));
      if (!more.hidden) more.firstChild.replaceChildren(...this.details(event));
    };
    const row = element(
      "tr",
      {
        class: "event",
        tabindex: "0",
        role: "button",
        "aria-expanded": "false",
        onclick: open,
        onkeydown: (/** @type {KeyboardEvent} */ key) => {
          if (key.key === "Enter" || key.key === " ") {
            key.preventDefault();
            open();
          }
        },
      },
      element("td", { text: when(event.at), title: text("inspector.microseconds", { at: String(event.at) }) }),
      element("td", { text: `${event.stream.replace("table/", "")} ${event.version}` }),
      element(
        "td",
        {},
        event.actor,
        element("span", { class: "quiet small", text: ` ${event.role.replace("_", " ")}` }),
      ),
      element("td", {
        text:
          event.text.length > 1
            ? text("inspector.and-lines", { said: readable(event.text[0]), count: event.text.length - 1 })
            : readable(event.text[0]),
      }),
      element("td", {
        class: "clause",
        text: event.clauses.slice(0, 4).join(", ") + (event.clauses.length > 4 ? " …" : ""),
      }),
      element("td", { class: "money", text: moved(event) }),
    );
    return [row, more];
  }

  /** @param {any} event */
  details(event) {
    const ends = event.kind === "round-settled" || event.kind === "round-invalid";
    return [
      element("ul", {}, ...event.text.map((/** @type {string} */ said) => element("li", { text: readable(said) }))),
      event.postings.length
        ? element("p", {
            class: "small",
            text: text("inspector.postings", {
              postings: event.postings
                .map((/** @type {any} */ [account, cents]) => `${account} ${figure(account, cents)}`)
                .join(", "),
            }),
          })
        : "",
      element("p", { class: "hash", text: text("inspector.hash", { hash: event.hash }) }),
      ends
        ? element("button", {
            type: "button",
            text: text("inspector.whole-round"),
            onclick: () => this.openRound(event.stream.replace("table/", ""), event.version),
          })
        : "",
      element("pre", { text: JSON.stringify(event.body) }),
    ];
  }

  /** @param {any} fields */
  preset(fields) {
    find("#search").reset();
    for (const [name, value] of Object.entries(fields)) find(`#search [name=${name}]`).value = value;
    this.search();
  }
}
