// A refusal stands where it happened: at the spot or at the control. It goes when the next thing happens.

import { clauseOf, element, find, focused, sentence, unsay } from "../common/page.js";
import { text } from "../common/text.js";
import { worded } from "../common/wording.js";

/** What can be done now about a reason, as the books give it. */
const NOW = /** @type {const} */ ([
  ["come-out", /is placed only before a come out roll$/],
  ["point", /is placed only after the come out roll$/],
  ["own-line", /needs your own (?<line>.+) wager with its point set$/],
  ["not-called", /^place your bets has not been called$/],
]);
const APART = 10; // from the spot
const EDGE = 8;

export class Refusals {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, () => this.clear(), { capture: true });
    addEventListener("resize", () => this.clear());
  }

  clear() {
    if (this.place.hidden) return;
    this.place.hidden = true;
    this.place.replaceChildren();
  }

  /**
   * @param {string} why
   * @param {string | undefined} clause
   * @param {DOMRect} spot
   */
  show(why, clause, spot) {
    unsay(); // one thing is said at a time
    const note = element("p", { class: "note bad", text: sentence(worded(why)) });
    note.append(clauseOf(clause));
    const [way, told] =
      NOW.map(([way, reads]) => /** @type {const} */ ([way, reads.exec(why)])).find(([, f]) => f) ?? [];
    if (way) note.append(element("span", { class: "now", text: ` ${text(`player.now-${way}`, { ...told?.groups })}` }));
    this.place.replaceChildren(note);
    this.place.hidden = false;
    const room = find("main").getBoundingClientRect();
    const own = this.place.getBoundingClientRect();
    const left = Math.min(Math.max((spot.left + spot.right - own.width) / 2, EDGE), innerWidth - own.width - EDGE);
    const above = spot.top - own.height - APART;
    const top = above >= room.top + EDGE ? above : spot.bottom + APART;
    this.place.style.left = `${left}px`;
    this.place.style.top = `${Math.min(Math.max(top, room.top + EDGE), room.bottom - own.height - EDGE)}px`;
  }

  /** The control that was used last: where a key stands for it, the felt's foot above it. */
  control() {
    const node = focused()?.closest("button, .area") ?? find("#actions");
    return node.getBoundingClientRect();
  }
}
