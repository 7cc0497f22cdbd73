// The tour of a practice table, by doing: it points at a spot, waits until the player has done it, praises, explains one
// thing, and goes on. How far somebody has come is kept in this browser, so that it can be left and taken up again.

import { element, find, getSurely } from "../common/page.js";
import { text } from "../common/text.js";
import { bring } from "./sight.js";

/** @import { View } from "../common/messages.js" */
/** @import { Terminal } from "./terminal.js" */

const GAP = 14;
const START = "#tour";

/**
 * A step as the server tells it.
 * @typedef {{ say: string, well: string, until: string, spot: string, when: string, has: string }} Step
 */

export class Tutor {
  /**
   * @param {HTMLElement} place
   * @param {Terminal} terminal
   */
  constructor(place, terminal) {
    this.terminal = terminal;
    this.shelf = `feltwork-tour ${terminal.link.view.book}`;
    /** @type {Promise<{ steps: Step[] }> | null} */
    this.lesson = null;
    /** @type {Step[]} */
    this.steps = [];
    this.pointed = ""; // the spot that was last brought in sight
    this.words = element("p", { class: "say" });
    this.well = element("p", { class: "well" });
    this.count = element("span", { class: "quiet small" });
    this.way = element("div", { class: "way", "aria-hidden": "true" }); // how far the tour has come
    this.next = element("button", {
      type: "button",
      class: "act",
      text: text("tour.next"),
      onclick: () => this.goOn(),
    });
    this.card = element(
      "aside",
      { id: "coach", "aria-label": text("tour.name"), hidden: true },
      this.way,
      element("div", { role: "status" }, this.words, this.well),
      element(
        "div",
        { class: "row" },
        this.count,
        element("button", { type: "button", text: text("tour.leave"), onclick: () => this.leave() }),
        this.next,
      ),
    );
    place.after(this.card);
    addEventListener("resize", () => this.place());
    if (location.hash !== START) return;
    history.replaceState(null, "", location.pathname + location.search);
    this.keep({ at: 0 });
    if (!terminal.wishes.now.tutorial) terminal.wishes.toggle("tutorial");
  }

  /** @returns {{ at: number, results?: number, done?: boolean }} */
  get kept() {
    try {
      return JSON.parse(localStorage.getItem(this.shelf) ?? "") ?? { at: 0 };
    } catch {
      return { at: 0 };
    }
  }

  /** @param {{ at: number, results?: number, done?: boolean }} state */
  keep(state) {
    localStorage.setItem(this.shelf, JSON.stringify(state));
  }

  async show() {
    const { wishes, me } = this.terminal;
    if (!wishes.now.tutorial) return this.hide();
    this.lesson ??= getSurely(`/api/tables/${encodeURIComponent(String(me.table))}/lesson`);
    this.steps = (await this.lesson).steps;
    if (!wishes.now.tutorial || !this.steps.length) return this.hide();
    const { view } = this.terminal.link;
    let state = this.kept;
    if (state.results === undefined) state = this.begin(state.at, view);
    const step = this.steps[state.at];
    if (!state.done && this.isDone(step, view, state)) {
      state = { ...state, done: true };
      this.keep(state);
    }
    return this.tell(step, state);
  }

  /**
   * Begin a step, or the next one that the table has a place for.
   * @param {number} from
   * @param {View} view
   */
  begin(from, view) {
    const found = this.steps.findIndex((step, i) => i >= from && this.fits(step, view));
    const at = found < 0 ? this.steps.length - 1 : found;
    const state = { at, results: view.results };
    this.keep(state);
    return state;
  }

  /**
   * @param {Step} step
   * @param {View} view
   */
  fits({ when, has }, view) {
    const stands =
      when === "come-out"
        ? view.come_out
        : when === "point"
          ? !view.come_out
          : when === "thawed"
            ? !view.frozen.length
            : true;
    return stands && (!has || Boolean(this.terminal.ownAt(has)));
  }

  /**
   * @param {Step} step
   * @param {View} view
   * @param {{ results?: number }} state
   */
  isDone({ until, spot }, view, { results = 0 }) {
    if (until === "chip") return Boolean(this.terminal.ownAt(spot));
    return until === "round" && view.results > results;
  }

  /**
   * @param {Step} step
   * @param {{ at: number, done?: boolean }} state
   */
  tell(step, { at, done = false }) {
    const last = at === this.steps.length - 1;
    const { view } = this.terminal.link;
    const waits = !done && step.until === "chip" && !view.betting;
    this.words.textContent = step.say;
    this.well.textContent = done ? step.well : waits ? text("tour.wait") : "";
    this.well.classList.toggle("done", done);
    this.count.textContent = text("tour.count", { step: at + 1, of: this.steps.length });
    this.way.replaceChildren(
      ...this.steps.map((_, i) =>
        element("i", { class: i < at || (done && i === at) ? "past" : i === at ? "here" : "" }),
      ),
    );
    this.next.hidden = !done && step.until !== "next";
    this.next.textContent = text(last ? "tour.finish" : "tour.next");
    this.card.hidden = false;
    for (const area of this.terminal.felt.areas.values())
      for (const node of area.nodes) node.classList.toggle("coached", !done && area.key === step.spot);
    if (!done && step.spot && this.pointed !== step.spot) bring(this.terminal.felt, step.spot);
    this.pointed = done ? "" : step.spot;
    this.place();
  }

  // Beside the spot and never over it; without a spot, at the top of the felt.
  place() {
    if (this.card.hidden) return;
    const spot = document.querySelector(".area.coached")?.getBoundingClientRect();
    const felt = this.terminal.felt.svg.getBoundingClientRect();
    const { offsetWidth: wide, offsetHeight: tall } = this.card;
    const within = (/** @type {number} */ at, /** @type {number} */ most) => Math.max(8, Math.min(at, most - 8));
    const x = spot ? spot.left + spot.width / 2 - wide / 2 : felt.left + (felt.width - wide) / 2;
    const { top } = find("main").getBoundingClientRect();
    const above = spot ? spot.top - tall - GAP : Math.max(felt.top, top) + GAP;
    const under = Boolean(spot) && above < top;
    const y = under && spot ? spot.bottom + GAP : above;
    const left = within(x, innerWidth - wide);
    this.card.classList.toggle("points", Boolean(spot) && within(y, innerHeight - tall) === y);
    this.card.classList.toggle("under", under);
    if (spot) this.card.style.setProperty("--at", `${spot.left + spot.width / 2 - left}px`);
    this.card.style.left = `${left}px`;
    this.card.style.top = `${within(y, innerHeight - tall)}px`;
  }

  goOn() {
    const { at } = this.kept;
    if (at >= this.steps.length - 1) {
      localStorage.removeItem(this.shelf);
      return this.leave();
    }
    this.begin(at + 1, this.terminal.link.view);
    return this.show();
  }

  leave() {
    if (this.terminal.wishes.now.tutorial) this.terminal.wishes.toggle("tutorial");
    this.hide();
  }

  hide() {
    this.card.hidden = true;
    for (const node of document.querySelectorAll(".area.coached")) node.classList.remove("coached");
  }
}
