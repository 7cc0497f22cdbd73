// The felt on a screen: the server's own drawing, with puck, dolly, light and legality laid over it, and its chips.

import { useChips } from "./chips.js";
import { draggable } from "./drag.js";
import { LaidChips } from "./laid.js";
import { spotKey } from "./money.js";
import { findAll } from "./page.js";
import { useWheel } from "./phase.js";
import { shape, text } from "./svg.js";
import { labelHere } from "./wording.js";

const DRAWN_AT = 20; // where on its area a number that was drawn lies, and how large, in the felt's measure
const DRAWN_RADIUS = 18;
const RISEN = 9; // from the middle of the chips' place, which is free of text, to the foot of the letters

/** @import { Card, FeltAnswer, Legal, Places, Selection } from "./messages.js" */
/** @import { Point } from "./svg.js" */

/**
 * An area of the felt, drawn once or several times.
 * @typedef {{ key: string, wager: string, on: Selection, nodes: HTMLElement[], name: string | null }} Area
 */

/**
 * The lines of a felt stay where they are drawn: to ask for one while chips are laid would lay out the page each time.
 * @type {WeakMap<Element, DOMRect>}
 */
const boxes = new WeakMap();

/** @param {HTMLElement} [node] */
const boxOf = (node) => {
  if (!node) return undefined;
  const known = boxes.get(node);
  if (known) return known;
  const box = /** @type {SVGGraphicsElement | null} */ (node.querySelector(".line"))?.getBBox();
  if (box?.width) boxes.set(node, box);
  return box;
};

/** @param {HTMLElement} node @returns {{ wager: string, on: Selection, key: string }} */
function spotOf({ dataset: { wager = "", on = "null" } }) {
  return { wager, on: JSON.parse(on), key: spotKey(wager, JSON.parse(on)) };
}

export class Felt {
  /**
   * @param {HTMLElement} place
   * @param {FeltAnswer} felt
   * @param {(area: Area, event: Event) => any} choose called when somebody picks an area by tap, drop or key
   */
  constructor(place, { svg, layout }, choose) {
    const parsed = new DOMParser().parseFromString(svg, "image/svg+xml");
    this.svg = /** @type {SVGSVGElement} */ (
      /** @type {unknown} */ (document.importNode(parsed.documentElement, true))
    );
    labelHere(this.svg);
    this.layout = layout;
    place.replaceChildren(this.svg);
    useChips(layout.chips);
    useWheel(layout.wheel);
    /** @type {Map<string, Area>} */
    this.areas = new Map();
    /** @type {Map<string, Places>} */
    this.places = new Map(); // by spot: where own and others' chips lie, how wide they are, and the strip of a narrow area
    for (const node of findAll(".area", this.svg)) {
      const spot = spotOf(node);
      const area = this.areas.get(spot.key) ?? { ...spot, nodes: [], name: node.getAttribute("aria-label") };
      area.nodes.push(node);
      this.areas.set(spot.key, area);
      node.addEventListener("click", (event) => choose(area, event));
      node.addEventListener("keydown", (event) => {
        if (event.key === "Enter" || event.key === " ") {
          event.preventDefault();
          if (!event.repeat) choose(area, event); // a key that is held down is one chip
        }
      });
    }
    for (const { wager, on, places, stands_for } of layout.areas)
      if (!stands_for) this.places.set(spotKey(wager, on), places);
    for (const { wager, on, places } of layout.travelled) this.places.set(spotKey(wager, on), places);
    this.small = new Set(
      layout.areas.filter((area) => area.group === "edge").map((area) => spotKey(area.wager, area.on)),
    );
    for (const old of this.svg.querySelectorAll(":scope > .marker, :scope > .chips")) old.remove();
    this.laid = new LaidChips(this.svg, (wager, on) => this.placesOf(wager, on));
    this.markers = this.svg.appendChild(shape("g", { class: "markers" }));
    this.rising = this.svg.appendChild(shape("g", { class: "rising", "aria-hidden": "true" }));
  }

  /**
   * @param {string} wager
   * @param {Selection} on
   */
  spot(wager, on) {
    return this.placesOf(wager, on)?.own ?? null;
  }

  /**
   * @param {string} wager
   * @param {Selection} on
   */
  placesOf(wager, on) {
    return this.places.get(spotKey(wager, on)) ?? this.places.get(wager) ?? null;
  }

  /**
   * Where on the screen the chips of an area go; one that turns a corner has its middle elsewhere.
   * @param {HTMLElement} node
   */
  onScreen(node) {
    const [x, y] = (node.dataset.spot ?? "0,0").split(",").map(Number);
    return new DOMPoint(x, y).matrixTransform(this.svg.getScreenCTM() ?? new DOMMatrix());
  }

  /**
   * Show one part of a felt that has several.
   * @param {{ top: number, bottom: number }} page
   */
  turnTo({ top, bottom }) {
    this.svg.setAttribute("viewBox", `0 ${top} ${this.layout.canvas[0]} ${bottom - top}`);
  }

  /**
   * Where on the screen the chips of a spot lie; nothing where there is none.
   * @param {string} key
   * @returns {DOMRect | null}
   */
  chipBox(key) {
    const places = this.places.get(key);
    const matrix = this.svg.getScreenCTM();
    if (!places || !matrix) return null;
    const [x, y] = places.own;
    const middle = new DOMPoint(x, y).matrixTransform(matrix);
    const size = Math.max(places.chip * Math.hypot(matrix.a, matrix.b), 28);
    return new DOMRect(middle.x - size / 2, middle.y - size / 2, size, size);
  }

  /** @param {string} key */
  _box(key) {
    return this.small.has(key) ? undefined : boxOf(this.areas.get(key)?.nodes[0]);
  }

  /** @param {string} key */
  room(key) {
    return this._box(key)?.width ?? 0;
  }

  /**
   * A point that lies so far inside its area that what reaches `half` to either side does too.
   * @param {string} key
   * @param {Point} point
   * @param {number} half
   * @returns {Point}
   */
  inside(key, [x, y], half) {
    const box = this._box(key);
    if (!box) return [x, y];
    const reach = Math.min(half, box.width / 2);
    return [Math.min(Math.max(x, box.x + reach), box.x + box.width - reach), y];
  }

  /** @param {Selection} point */
  puck(point) {
    this.markers.querySelector(".puck")?.remove();
    const on = typeof point === "number" && this.layout.pucks?.[point];
    const at = on || this.layout.puck_off;
    if (!at) return;
    this.markers.append(
      shape("use", {
        class: "marker puck",
        href: on ? "#puck-on" : "#puck-off",
        x: at[0] - 19,
        y: at[1] - 19,
        width: 38,
        height: 38,
      }),
    );
  }

  /** @param {string} pocket */
  dolly(pocket) {
    this.markers.querySelector(".dolly")?.remove();
    const at = this.layout.dollies?.[pocket];
    if (!at) return;
    this.markers.append(
      shape("use", { class: "marker dolly", href: "#dolly", x: at[0] - 22, y: at[1] - 22, width: 44, height: 44 }),
    );
  }

  /**
   * Which areas take a chip now: outlined and lifted, the others dimmed, and said to screen readers.
   * @param {Record<string, Legal> | null | undefined} spots
   */
  legal(spots) {
    const open = Object.values(spots ?? {}).some((spot) => spot.ok);
    for (const [key, area] of this.areas) {
      const spot = spots?.[key];
      for (const node of area.nodes) {
        node.classList.toggle("legal", Boolean(spot?.ok));
        node.classList.toggle("barred", open && Boolean(spot && !spot.ok));
      }
    }
  }

  /**
   * Areas that a result has frozen: nothing goes on or comes off until the next one.
   * @param {string[]} wagers
   */
  freeze(wagers) {
    const frozen = new Set(wagers);
    for (const area of this.areas.values())
      for (const node of area.nodes) node.classList.toggle("frozen", frozen.has(area.wager));
  }

  /**
   * What is printed on an area for this round only, such as the number drawn for a colour.
   * @param {string} key
   * @param {string} words
   */
  print(key, words, kind = "") {
    for (const node of this.areas.get(key)?.nodes ?? []) {
      node.querySelector(".drawn")?.remove();
      const box = boxOf(node);
      if (!words || !box) continue;
      const ball = shape(
        "g",
        { class: `drawn ${kind}` },
        shape("circle", { cx: box.x + DRAWN_AT, cy: box.y + box.height / 2, r: DRAWN_RADIUS }),
        text({ x: box.x + DRAWN_AT, y: box.y + box.height / 2 + 7 }, words),
      );
      node.append(ball);
    }
  }

  /**
   * Lucky Ball: the number of each colour on its area, the boosted one marked.
   * @param {{ lucky?: any, boost?: any }} view
   * @param {Card} card
   */
  printLucky({ lucky, boost }, card) {
    for (const { key, on } of this.areas.values())
      if (card[key]?.concept === "lucky-ball")
        this.print(key, lucky ? String(lucky[String(on)]) : "", String(on) === boost?.[0] ? "boosted" : "");
  }

  /**
   * The area under a point of the screen, for a chip that is dragged over the felt.
   * @param {number} x
   * @param {number} y
   */
  under(x, y) {
    const node = /** @type {HTMLElement | null | undefined} */ (document.elementFromPoint(x, y)?.closest?.(".area"));
    if (!node || !this.svg.contains(node)) return null;
    return this.areas.get(spotOf(node).key) ?? null;
  }

  /**
   * Chips that lie on an area can be dragged to another one.
   * @param {{ take: (area: Area) => Element | null, drop: (area: Area, to: Area) => any }} how
   */
  movable({ take, drop }) {
    for (const area of this.areas.values()) {
      for (const node of area.nodes) {
        draggable(node, () => this, {
          mouse: true,
          take: () => take(area),
          drop: (/** @type {any} */ to) => to.key !== area.key && drop(area, to),
        });
      }
    }
  }

  /** @param {Area | null} area */
  aim(area) {
    for (const node of this.svg.querySelectorAll(".aim")) node.classList.remove("aim");
    for (const node of area?.nodes ?? []) node.classList.add("aim");
  }

  /**
   * @param {string} key
   * @param {string} sentence
   */
  describe(key, sentence) {
    for (const node of this.areas.get(key)?.nodes ?? []) {
      node.setAttribute("aria-label", sentence);
      node.querySelector("title")?.remove();
    }
  }

  /** @param {string[]} keys */
  light(keys) {
    const lit = new Set(keys);
    for (const [key, area] of this.areas) for (const node of area.nodes) node.classList.toggle("lit", lit.has(key));
  }

  /**
   * An amount won rises from its spot; what is lost fades there.
   * @param {string} wager
   * @param {Selection} on
   * @param {string} words
   * @param {string} kind
   */
  rise(wager, on, words, kind) {
    const at = this.spot(wager, on);
    if (!at) return;
    const said = text({ x: at[0], y: at[1] + RISEN, class: `rise ${kind}` }, words);
    said.style.transformOrigin = `${at[0]}px ${at[1]}px`;
    this.rising.append(said);
    setTimeout(() => said.remove(), 2600);
  }
}
