// What the player has in hand: the chip of the next wager, what it is made of, and whether a tap takes chips down.

import { draggable } from "../common/drag.js";
import { money } from "../common/money.js";
import { element, find, findAll } from "../common/page.js";
import { shape } from "../common/svg.js";
import { text } from "../common/text.js";

/** @import { Terminal } from "./terminal.js" */
/** @import { Area } from "../common/felt.js" */

const FIRST = 1; // the chip that is in hand at first: the second of the rail

export class Hand {
  /** @param {Terminal} terminal */
  constructor(terminal) {
    this.terminal = terminal;
    /** @type {number[]} */
    this.rail = [];
    this.chip = 0;
    this.lifting = false;
    this.aloud = false; // the next tap says where a wager that is called aloud goes
    this.instrument = "chips";
  }

  /**
   * The chips to take in hand, as the house has them.
   * @param {number[]} rail
   */
  offer(rail) {
    this.rail = rail;
    this.chip = rail[FIRST];
    find("#chips").append(...rail.map((value) => this._chip(value)));
  }

  /** @param {number} value */
  _chip(value) {
    const picture = shape(
      "svg",
      { viewBox: "0 0 42 42", "aria-hidden": "true" },
      shape("use", { href: `#chip-${value}`, width: 42, height: 42 }),
    );
    const button = element(
      "button",
      {
        type: "button",
        class: "chip",
        "aria-pressed": String(value === this.chip),
        "aria-label": text("player.chip-of", { amount: money(value) }),
        "data-value": value,
        onclick: () => this.take(value),
      },
      picture,
    );
    draggable(button, () => this.terminal.felt, {
      take: () => {
        this.take(value);
        return picture;
      },
      drop: (/** @type {Area} */ area) => this.terminal.choose(area),
    });
    return button;
  }

  /** @param {number} value */
  take(value) {
    this.chip = value;
    for (const button of findAll("#chips button")) {
      button.setAttribute("aria-pressed", String(Number(button.dataset.value) === value));
    }
    this.terminal.legality.ask();
  }

  lift() {
    this.lifting = !this.lifting;
    find("#lift").setAttribute("aria-pressed", String(this.lifting));
    document.body.classList.toggle("lifting", this.lifting);
  }

  /**
   * What the next wager is made of: chips, unless the player holds something else and has picked it.
   * @param {string} instrument
   * @param {number | undefined} held
   * @param {string} words
   */
  holds(instrument, held, words) {
    const button = find(`#${instrument}`);
    button.hidden = !held;
    button.textContent = words;
    if (!held && this.instrument === instrument) this.use(instrument);
  }

  /** @param {string} instrument */
  use(instrument) {
    this.instrument = this.instrument === instrument ? "chips" : instrument;
    for (const id of ["tokens", "checks"]) find(`#${id}`).setAttribute("aria-pressed", String(this.instrument === id));
  }
}
