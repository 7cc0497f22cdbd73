// The chips that lie on a felt: a seat's own, the others', and those on their way.

import { chips, flat, inStrip, pill, SMALL_CHIP, stackOf } from "./chips.js";
import { short, spotKey } from "./money.js";
import { shape, text } from "./svg.js";

/** @import { Places, Selection, Stake } from "./messages.js" */
/** @import { Point } from "./svg.js" */

const OTHERS_CHIP = 24;

const kindOf = (/** @type {Stake} */ stake) =>
  [stake.working ? "" : "off", stake.tokens ? "tokens" : "", stake.frozen ? "frozen" : ""].join(" ");

export class LaidChips {
  /**
   * @param {SVGSVGElement} svg
   * @param {(wager: string, on: Selection) => Places | null} at where the chips of a wager lie
   */
  constructor(svg, at) {
    this.svg = svg;
    this.at = at;
    this.colour = ""; // the colour of the seat's own checks, at a table that has them
    /** @type {SVGGElement} */
    this.others = svg.appendChild(shape("g", { class: "others" }));
    /** @type {SVGGElement} */
    this.own = svg.appendChild(shape("g", { class: "own" }));
    /** @type {SVGGElement} */
    this.waiting = svg.appendChild(shape("g", { class: "waiting" }));
  }

  /**
   * Chips of every seat: those of the seat itself whole and on top, the others' on a spot together beside them with
   * their sum. Without a seat all chips of a spot lie together.
   * @param {Stake[]} stakes
   * @param {number | null} seat
   */
  stakes(stakes, seat) {
    this.others.replaceChildren();
    this.own.replaceChildren();
    /** @type {Map<string, { places: Places, own: Stake | null, others: number }>} */
    const spots = new Map();
    for (const stake of stakes) {
      const places = this.at(stake.wager, stake.on) ?? this.at(stake.wager, stake.placed_on);
      if (!places) continue;
      const key = spotKey(stake.wager, stake.on);
      const lying = spots.get(key) ?? { places, own: null, others: 0 };
      if (stake.seat === seat) lying.own = stake;
      else lying.others += stake.stake;
      spots.set(key, lying);
    }
    for (const { places, own, others } of spots.values()) {
      if (places.strip) this.strip(places, own, others);
      else
        this._stacks(
          places,
          own,
          seat === null
            ? { at: places.own, size: places.chip, others }
            : { at: places.others, size: this._apart(places), others },
        );
    }
  }

  /** What lies there goes slowly; what stays is drawn over it. */
  fade() {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const leaving = shape("g", { class: "leaving", "aria-hidden": "true" });
    leaving.append(...[...this.others.children, ...this.own.children].map((lying) => lying.cloneNode(true)));
    this.svg.insertBefore(leaving, this.others);
    leaving.addEventListener("animationend", () => leaving.remove());
  }

  /** @param {Places} places */
  _apart({ chip }) {
    return chip > SMALL_CHIP ? OTHERS_CHIP : 18;
  }

  /**
   * @param {Places} places
   * @param {Stake | null} own
   * @param {{ at: Point, size: number, others: number }} beside
   */
  _stacks(places, own, { at, size, others }) {
    if (own)
      this.own.append(
        this._own(
          chips(places.own, own.stake, {
            size: places.chip,
            kind: kindOf(own),
            colour: own.checks ? this.colour : "",
            ring: true,
          }),
          own,
          places.own,
        ),
      );
    if (others) this.others.append(chips(at, others, { size, kind: "other" }));
  }

  /**
   * The chips of a narrow area side by side: a seat's own at the right, the others' at the left.
   * @param {Places} places
   * @param {Stake | null} own
   * @param {number} others
   * @param {{ said?: string, off?: boolean }} [told]
   */
  strip({ own: [x, y], chip: size, strip }, own, others, { said = short(others), off = false } = {}) {
    const mine = own === null ? null : `${own.tokens ? "T " : ""}${short(own.stake)}`;
    const theirs = others ? said : null;
    const room = inStrip(strip, size, mine, theirs);
    const right = own && others ? x + strip / 2 - room.own : x - room.own / 2;
    if (own)
      this.own.append(
        flat(right, y, own.stake, {
          size,
          kind: kindOf(own),
          label: mine ?? "",
          colour: own.checks ? this.colour : "",
          room: room.own,
          off: !own.working,
          ring: true,
        }),
      );
    if (!others) return;
    const left = own ? x - strip / 2 : x - room.others / 2;
    if (room.theirs === null)
      this.others.append(
        shape("use", {
          class: "chips other",
          href: `#chip-${stackOf(others)[0]}`,
          x: left - 2,
          y: y - 6,
          width: 12,
          height: 12,
        }),
      );
    else
      this.others.append(
        flat(left, y, others, {
          size,
          kind: off ? "other off" : "other",
          label: theirs ?? "",
          picture: room.theirs,
          off,
        }),
      );
  }

  /**
   * @param {SVGGElement} group
   * @param {Stake} stake
   * @param {Point} at
   */
  _own(group, stake, [x, y]) {
    if (!stake.working) {
      group.append(
        shape("use", { href: "#puck-off", x: x + 6, y: y - 26, width: 22, height: 22, class: "off-button" }),
      );
    }
    if (stake.tokens) group.append(text({ x: x - 16, y: y - 12, class: "total token" }, "T"));
    return group;
  }

  /**
   * A chip that is on its way to the table, told by its key.
   * @param {string} key
   * @param {string} wager
   * @param {Selection} on
   * @param {number} cents
   */
  pending(key, wager, on, cents) {
    const places = this.at(wager, on);
    if (!places) return;
    const {
      own: [x, y],
      chip: size,
      strip,
    } = places;
    const look = { size, kind: "pending landing", label: `+${short(cents)}` };
    const group = strip ? flat(x - (pill(look.label) + size) / 2, y, cents, look) : chips([x, y - 6], cents, look);
    group.dataset.key = key;
    this.waiting.append(group);
  }

  /** @param {string} key */
  arrived(key) {
    this.waiting.querySelector(`[data-key="${CSS.escape(key)}"]`)?.remove();
  }

  /** @param {string} key */
  bounced(key) {
    const group = this.waiting.querySelector(`[data-key="${CSS.escape(key)}"]`);
    if (!group) return;
    group.classList.add("bounce");
    setTimeout(() => group.remove(), 320);
  }
}
