// The tutorial: the first wagers only, and one sentence about what to do now, from the rows of the book.

import { element } from "./page.js";

const FIRST = ["line", "line-odds", "place", "dragon", "fire", "straight", "red", "black", "dozen"];

export class Tutor {
  constructor(place, terminal) {
    this.place = place;
    this.terminal = terminal;
  }

  show(view) {
    const on = this.terminal.wishes.now.tutorial;
    this.place.hidden = !on;
    for (const area of this.terminal.felt.areas.values()) {
      const later = on && !FIRST.includes(this.terminal.card[area.key]?.concept);
      for (const node of area.nodes) {
        node.classList.toggle("later", later);
        node.setAttribute("tabindex", later ? "-1" : "0");
      }
    }
    if (on) this.place.replaceChildren(element("b", { text: "Tutorial" }), ` ${this.say(view)}`);
  }

  say(view) {
    if (view.closed || view.phase !== "betting") return "Betting is closed. Watch the result: winning areas light up.";
    const has = (concept) => this.terminal.own(view).some((stake) => this.terminal.card[stake.wager]?.concept === concept);
    const about = (concept) => Object.values(this.terminal.card).find((spot) => spot.concept === concept);
    if (view.spins) return `Tap a number or a colour. ${about("straight").title} pays ${about("straight").pays}; ${about("red").title} pays ${about("red").pays}.`;
    if (about("dragon")) return `Tap Dragon or Fire. ${about("dragon").how.join(" ")}`;
    const line = about("line");
    if (view.come_out && !has("line")) return `Tap ${line.title}. ${line.how[0]}`;
    if (typeof view.point !== "number") return `Your chip is up. ${line.how[0]}`;
    if (has("line") && !has("line-odds")) return `The point is ${view.point}. ${line.how[1]} Press Odds: they have no house edge.`;
    return `The point is ${view.point}. A place wager wins whenever its number comes before 7.`;
  }
}
