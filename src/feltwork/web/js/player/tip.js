// On hover, focus or long press a spot tells about itself: name, pays, exact edge, own stake, limits, clause.

import { sayLimit } from "../common/limits.js";
import { money } from "../common/money.js";
import { element, find } from "../common/page.js";
import { text } from "../common/text.js";
import { worded } from "../common/wording.js";
import { defaultWords } from "./switches.js";
import { fullUnit } from "./units.js";

const LONG_PRESS = 450;
const EDGE = 8;
const APART = 12; // from the pointer or the area
const FOOT = 120; // of the screen, where chips and actions are

/**
 * The exact edge and its per cent; "none" where the house has none.
 * @param {{ edge?: string, edge_percent?: string }} spot
 */
export function edgeOf({ edge, edge_percent: percent }) {
  if (edge === undefined) return "";
  return edge === "0" ? text("player.no-edge") : `${edge} = ${Number(percent).toFixed(2)}%`;
}

export class Tip {
  /**
   * @param {HTMLElement} place
   * @param {any} felt
   * @param {any} about
   * @param {(key: string) => boolean} free may this spot tell about itself now?
   */
  constructor(place, felt, about, free = () => true) {
    this.place = place;
    this.about = about;
    this.pressed = false; // a finger has asked by a long press: the tip stays, and lifting the finger puts no chip down
    document.addEventListener(
      "pointerdown",
      () => {
        if (this.pressed) this.hide();
      },
      { capture: true },
    );
    for (const [key, area] of felt.areas) {
      for (const node of area.nodes) {
        node.addEventListener(
          "pointerenter",
          (/** @type {any} */ event) => event.pointerType === "mouse" && free(key) && this.show(key, node, event),
        );
        node.addEventListener("pointerleave", () => this.pressed || this.hide());
        node.addEventListener("focus", () => node.matches(":focus-visible") && free(key) && this.show(key, node)); // a finger would have it in its way
        node.addEventListener("blur", () => this.hide());
        node.addEventListener("pointerdown", (/** @type {any} */ event) => {
          if (event.pointerType !== "mouse") this.timer = setTimeout(() => this.press(key, node, event), LONG_PRESS);
        });
        node.addEventListener("click", (/** @type {any} */ event) => this.pressed && event.stopImmediatePropagation(), {
          capture: true,
        });
        node.addEventListener("pointerup", () => clearTimeout(this.timer));
      }
    }
  }

  /**
   * @param {string} key
   * @param {HTMLElement} node
   * @param {any} event
   */
  press(key, node, event) {
    this.pressed = true;
    this.show(key, node, event);
  }

  /**
   * @param {string} key
   * @param {HTMLElement} node
   * @param {PointerEvent | null} [pointer] where a finger presses
   */
  show(key, node, pointer = null) {
    const { card, spot, stake, others, removable, chip, point, comeOut } = this.about(key);
    if (!card) return;
    this.told = () => this.show(key, node, pointer);
    /** @type {string[][]} */
    const lines = [];
    if (card.edge !== undefined) lines.push([text("player.tip-edge"), edgeOf(card)]);
    if (stake)
      lines.push([text("player.tip-stake"), `${money(stake.stake)}${stake.working ? "" : text("player.tip-off")}`]);
    if (others) lines.push([text("player.tip-others"), money(others)]);
    const unit = fullUnit(card, chip, point);
    if (unit > chip) lines.push([text("player.tip-full"), money(unit)]);
    if (card.units > 1) lines.push([text("player.tip-units"), money(card.units * chip)]);
    if (spot?.limit) lines.push([text("player.tip-limits"), sayLimit(spot.limit)]);
    lines.push([text("player.tip-clause"), card.clause]);
    if (card.sleeps) lines.push([text("player.tip-works"), defaultWords(card, comeOut), "across"]);
    const rows = lines.map(([name, value, kind = ""]) =>
      element("div", { class: kind }, element("dt", { text: name }), element("dd", { text: value })),
    );
    const pays = [element("span", { class: "visually-hidden", text: text("player.tip-pays") }), ` ${card.pays}`];
    const head = [element("h3", { text: card.name }), card.pays ? element("p", { class: "pays" }, ...pays) : null];
    const parts = [element("div", { class: "head" }, ...head), element("dl", {}, ...rows)];
    if (spot && !spot.ok)
      parts.push(
        element("p", {
          class: "bad",
          text: text("player.not-now", { why: worded(spot.why), clause: spot.clause ?? "" }),
        }),
      );
    if (stake && removable && !removable.ok && removable.why !== spot?.why)
      parts.push(
        element("p", {
          class: "quiet",
          text: text("player.stays-up", { why: worded(removable.why), clause: removable.clause ?? "" }),
        }),
      );
    this.place.replaceChildren(...parts);
    this.place.hidden = false;
    this._beside(
      pointer ? new DOMRect(pointer.clientX - 12, pointer.clientY - 12, 24, 24) : node.getBoundingClientRect(),
    );
  }

  // The table has moved on: the spot that is told about tells anew.
  again() {
    if (!this.place.hidden) this.told?.();
  }

  hide() {
    clearTimeout(this.timer);
    this.pressed = false;
    this.place.hidden = true;
  }

  /**
   * Beside the pointer, since an area may reach around half of the felt; by keyboard beside the area. Never over the result.
   * @param {any} spot
   */
  _beside(spot) {
    const own = this.place.getBoundingClientRect();
    const right = spot.right + APART + own.width < innerWidth;
    let left = Math.max(EDGE, right ? spot.right + APART : spot.left - own.width - APART);
    let top = Math.max(EDGE, Math.min(spot.top, innerHeight - own.height - FOOT));
    const whole = find("#bar").getBoundingClientRect();
    const bar = whole.width ? whole : find("#lines").getBoundingClientRect(); // on a phone its parts stand by themselves
    const over = () =>
      left < bar.right && left + own.width > bar.left && top < bar.bottom && top + own.height > bar.top;
    if (over()) top = Math.max(EDGE, bar.top - own.height - EDGE);
    if (over()) left = Math.max(EDGE, bar.left - own.width - EDGE);
    this.place.style.left = `${left}px`;
    this.place.style.top = `${top}px`;
  }
}
