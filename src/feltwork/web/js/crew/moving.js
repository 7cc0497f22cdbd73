// A wager that counts elsewhere, in fairness to the player: tap the chips, tap where they count, say why.

import { element } from "../common/page.js";
import { refuse } from "../common/refused.js";
import { text } from "../common/text.js";

/** @import { Desk } from "./desk.js" */

export class Moving {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.stop();
  }

  stop() {
    this.on = false;
    this.from = null;
  }

  get hint() {
    return this.from ? text("crew.move-to", { wager: this.desk.terminal.nameOf(this.from) }) : text("crew.move-first");
  }

  // The button and the reason; nothing where the table would not take it.
  controls() {
    const { terminal, seat } = this.desk;
    if (seat === null || !terminal.told.movable.includes(seat)) {
      this.stop();
      return null;
    }
    const turn = element("button", {
      type: "button",
      text: text("crew.counts-elsewhere"),
      "aria-pressed": String(this.on),
      onclick: () => this.turn(),
    });
    if (!this.on) return turn;
    this.reason ??= element("input", { id: "desk-reason", maxlength: "200", autocomplete: "off" });
    return element(
      "div",
      { class: "row" },
      element("label", {}, element("span", { text: text("crew.why-unfair") }), this.reason),
      turn,
    );
  }

  turn() {
    this.on = !this.on;
    this.from = null;
    this.desk.set({ lifting: false });
  }

  /** @param {Record<string, any>} given */
  async choose({ wager, on }) {
    const { terminal, seat } = this.desk;
    if (!this.from) {
      if (!this.reason.value.trim()) return refuse(text("crew.say-unfair"), { at: this.reason });
      this.from = { wager, on };
      return this.desk.set({});
    }
    const { wager: lies, on: there } = this.from;
    const done = await terminal.send({
      type: "reposition-wager",
      seat,
      wager: lies,
      on: there,
      to_wager: wager,
      to_on: on,
      reason: this.reason.value.trim(),
    });
    this.from = null;
    if (done) {
      this.stop();
      /** @type {any} */
      this.reason = null;
    }
    return this.desk.set({});
  }
}
