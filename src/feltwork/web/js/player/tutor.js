// The tutorial of a practice table: the first wagers only, and one sentence about what to do now, as the server tells it.

import { element } from "../common/page.js";

/** @import { Terminal } from "./terminal.js" */

export class Tutor {
  /**
   * @param {HTMLElement} place
   * @param {Terminal} terminal
   */
  constructor(place, terminal) {
    this.place = place;
    this.terminal = terminal;
  }

  async show() {
    const on = this.terminal.wishes.now.tutorial;
    const told = on ? await this.terminal.link.ask("tutorial") : null;
    const first = new Set(told?.first ?? []);
    this.place.hidden = !told?.say;
    for (const area of this.terminal.felt.areas.values()) {
      const later = Boolean(told?.say) && !first.has(area.wager);
      for (const node of area.nodes) {
        node.classList.toggle("later", later);
        node.setAttribute("tabindex", later ? "-1" : "0");
      }
    }
    if (told?.say) this.place.replaceChildren(element("b", { text: "Tutorial" }), ` ${told.say}`);
  }
}
