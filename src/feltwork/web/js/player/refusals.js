// A refusal stands where it happened: at the spot or at the control. It goes when the next thing happens.

import { clauseOf, element, find, focused, sentence, unsay } from "../common/page.js";
import { text } from "../common/text.js";
import { asGiven, worded } from "../common/wording.js";

/** What can be done now about a reason, as the books give it. */
const NOW = /** @type {const} */ ([
  ["come-out", /is placed only before a come out roll$/],
  ["point", /is placed only after the come out roll$/],
  ["own-line", /needs your own (?<line>.+) wager with its point set$/],
  ["not-called", /^place your bets has not been called$/],
]);
const APART = 10; // from the spot
const EDGE = 8;
const CORNER = 22; // the tip of the box is not in its corner

export class Refusals {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    this.key = ""; // of the spot that was refused
    for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, () => this.clear(), { capture: true });
    addEventListener("resize", () => this.clear());
  }

  clear() {
    if (this.place.hidden) return;
    this.place.hidden = true;
    this.place.replaceChildren();
  }

  /**
   * Another spot is looked at: what was refused is over. The spot that was refused has said why, and says no more.
   * @param {string} key
   */
  gives(key) {
    if (!this.place.hidden && this.key === key) return false;
    this.clear();
    return true;
  }

  /**
   * @param {string} why
   * @param {string | undefined} clause
   * @param {DOMRect} spot
   * @param {string} [key] of the spot, where there is one
   */
  show(why, clause, spot, key = "") {
    this.key = key;
    unsay(); // one thing is said at a time
    const note = element("p", { class: "note bad", text: sentence(worded(why)) });
    note.append(clauseOf(clause));
    const [way, told] =
      NOW.map(([way, reads]) => /** @type {const} */ ([way, reads.exec(asGiven(why))])).find(([, f]) => f) ?? [];
    const line = worded(told?.groups?.line);
    if (way) note.append(element("span", { class: "now", text: ` ${text(`player.now-${way}`, { line })}` }));
    this.place.replaceChildren(note);
    this.place.hidden = false;
    find("#tip").hidden = true; // it would say the same a second time
    const room = find("main").getBoundingClientRect();
    this.place.style.left = "0"; // its width is its own, wherever it stood before
    const own = this.place.getBoundingClientRect();
    const left = Math.min(Math.max((spot.left + spot.right - own.width) / 2, EDGE), innerWidth - own.width - EDGE);
    const above = spot.top - own.height - APART;
    const under = above < room.top + EDGE;
    const wanted = under ? spot.bottom + APART : above;
    const top = Math.min(Math.max(wanted, room.top + EDGE), room.bottom - own.height - EDGE);
    const middle = Math.min(Math.max((spot.left + spot.right) / 2 - left, CORNER), own.width - CORNER);
    this.place.classList.toggle("under", under);
    this.place.classList.toggle("aside", top !== wanted); // where it had to give way it points at nothing
    this.place.style.setProperty("--at", `${middle}px`);
    this.place.style.left = `${left}px`;
    this.place.style.top = `${top}px`;
  }

  /** The control that was used last: where a key stands for it, the felt's foot above it. */
  control() {
    const node = focused()?.closest("button, .area") ?? find("#actions");
    return node.getBoundingClientRect();
  }
}
