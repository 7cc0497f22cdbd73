// The felt on a screen: the server's own drawing, with chips, puck, dolly, light and legality laid over it.

import { draggable } from "./drag.js";
import { short, spotKey } from "./money.js";

const SVG = "http://www.w3.org/2000/svg";
const VALUES = [100000, 50000, 10000, 2500, 500, 100, 50, 10, 5, 1];
const TALLEST = 5;
const CHIP = 42;
const LEAN = 14;
const SMALL_CHIP = 26;
const OTHERS_CHIP = 24;

export function shape(tag, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

// The fewest chips that make an amount, largest first.
export function stackOf(cents) {
  const found = [];
  for (const value of VALUES) {
    while (cents >= value) {
      found.push(value);
      cents -= value;
    }
  }
  return found;
}

// One of a player's own colour checks: no value is printed on it, so a letter tells colours apart without colour.
function check([x, y], size, colour) {
  const half = size / 2;
  return shape("g", { class: `check check-${colour}`, transform: `translate(${x - half} ${y - half}) scale(${size / 42})` },
    shape("circle", { cx: 21, cy: 21, r: 20, class: "body" }), shape("circle", { cx: 21, cy: 21, r: 17, class: "edge", pathLength: 48 }),
    Object.assign(shape("text", { x: 21, y: 27 }), { textContent: colour.slice(0, 2).toUpperCase() }));
}

export const labelWidth = (label) => 12 + 8 * label.length;

export function chips([x, y], cents, { size = CHIP, kind = "", label = short(cents), colour = "", ring = false } = {}) {
  const half = size / 2;
  const group = shape("g", { class: `chips ${kind}`, "data-cents": cents });
  group.style.transformOrigin = `${x}px ${y}px`; // on a felt that is turned they stand upright where they lie
  if (colour) group.append(check([x, y + size / 9], size, colour), check([x, y], size, colour));
  else stackOf(cents).slice(0, TALLEST).forEach((value, i) => {
    const lean = (size * i) / LEAN;
    group.append(shape("use", { href: `#chip-${value}`, x: x - half + i, y: y - half - lean, width: size, height: size }));
  });
  if (ring) {
    const above = colour ? 0 : Math.min(stackOf(cents).length, TALLEST) - 1;
    group.append(shape("circle", { cx: x + above, cy: y - (size * above) / LEAN, r: half, class: "ring" }));
  }
  const wide = labelWidth(label);
  const below = size > SMALL_CHIP ? half - 6 : 2;
  group.append(
    shape("rect", { x: x - wide / 2, y: y + below, width: wide, height: 17, rx: 8, class: "total-back" }),
    Object.assign(shape("text", { x, y: y + below + 13, class: "total" }), { textContent: label }),
  );
  return group;
}

const pill = (label) => 10 + 7.5 * label.length;
const OVER = 4; // how far an amount lies over its chip

// In a narrow area: one chip, or none where there is no room, and the amount beside it.
function flat(left, y, cents, { size, kind, label, colour = "", picture = true, off = false, ring = false }) {
  const group = shape("g", { class: `chips flat ${kind}`, "data-cents": cents });
  const middle = [left + size / 2, y];
  if (picture && colour) group.append(check(middle, size, colour));
  else if (picture) group.append(shape("use", { href: off ? "#puck-off" : `#chip-${stackOf(cents)[0]}`, x: left, y: y - size / 2, width: size, height: size }));
  if (picture && ring) group.append(shape("circle", { cx: middle[0], cy: y, r: size / 2, class: "ring" }));
  const start = picture ? left + size - OVER : left;
  group.append(shape("g", { class: "amount" },
    shape("rect", { x: start, y: y - 9, width: pill(label), height: 17, rx: 8, class: "total-back" }),
    Object.assign(shape("text", { x: start + pill(label) / 2, y: y + 4, class: "total" }), { textContent: label })));
  return group;
}

// What of own and others' chips has room side by side: both whole, then amounts alone, then one's own amount.
export function inStrip(width, size, own, others) {
  const wide = (label, picture) => (label === null ? 0 : pill(label) + (picture ? size - OVER : 0));
  for (const [mine, theirs] of [[true, true], [true, false], [false, false]]) {
    if (wide(own, mine) + wide(others, theirs) + (own !== null && others !== null ? 2 : 0) <= width) return { mine, theirs, own: wide(own, mine), others: wide(others, theirs) };
  }
  return { mine: false, theirs: own === null ? false : null, own: wide(own, false), others: own === null ? wide(others, false) : 0 };
}

const kindOf = (stake) => [stake.working ? "" : "off", stake.tokens ? "tokens" : "", stake.frozen ? "frozen" : ""].join(" ");

export class Felt {
  // `choose(area, event)` is called when somebody picks an area by tap, drop or key.
  constructor(place, { svg, layout }, choose) {
    const parsed = new DOMParser().parseFromString(svg, "image/svg+xml");
    this.svg = document.importNode(parsed.documentElement, true);
    this.layout = layout;
    place.replaceChildren(this.svg);
    place.style.setProperty("--tall", layout.canvas[1]); // an upright phone turns the felt by its own height
    this.colour = ""; // the colour of the seat's own checks, at a table that has them
    this.areas = new Map();
    this.places = new Map(); // by spot: where own and others' chips lie, how wide they are, and the strip of a narrow area
    for (const node of this.svg.querySelectorAll(".area")) {
      const key = spotKey(node.dataset.wager, JSON.parse(node.dataset.on));
      const drawn = this.areas.get(key);
      if (drawn) drawn.nodes.push(node);
      else this.areas.set(key, { key, wager: node.dataset.wager, on: JSON.parse(node.dataset.on), nodes: [node], name: node.getAttribute("aria-label") });
      node.addEventListener("click", (event) => choose(this.areas.get(key), event));
      node.addEventListener("keydown", (event) => {
        if (event.key === "Enter" || event.key === " ") {
          event.preventDefault();
          if (!event.repeat) choose(this.areas.get(key), event); // a key that is held down is one chip
        }
      });
    }
    for (const { wager, on, places, stands_for } of layout.areas ?? []) if (!stands_for) this.places.set(spotKey(wager, on), places);
    for (const { wager, on, places } of layout.travelled ?? []) this.places.set(spotKey(wager, on), places);
    this.small = new Set((layout.areas ?? []).filter((area) => area.group === "edge").map((area) => spotKey(area.wager, area.on)));
    for (const old of this.svg.querySelectorAll(":scope > .marker, :scope > .chips")) old.remove();
    this.others = this.svg.appendChild(shape("g", { class: "others" }));
    this.own = this.svg.appendChild(shape("g", { class: "own" }));
    this.waiting = this.svg.appendChild(shape("g", { class: "waiting" }));
    this.markers = this.svg.appendChild(shape("g", { class: "markers" }));
    this.rising = this.svg.appendChild(shape("g", { class: "rising", "aria-hidden": "true" }));
  }

  spot(wager, on) {
    return this._places(wager, on)?.own ?? null;
  }

  _places(wager, on) {
    return this.places.get(spotKey(wager, on)) ?? this.places.get(wager) ?? null;
  }

  // Chips of every seat: those of the seat itself whole and on top, the others' on a spot together beside them with
  // their sum. Without a seat all chips of a spot lie together.
  stakes(stakes, seat) {
    this.others.replaceChildren();
    this.own.replaceChildren();
    const spots = new Map();
    for (const stake of stakes) {
      const places = this._places(stake.wager, stake.on) ?? this._places(stake.wager, stake.placed_on);
      if (!places) continue;
      const key = spotKey(stake.wager, stake.on);
      const lying = spots.get(key) ?? { places, own: null, others: 0 };
      if (stake.seat === seat) lying.own = stake;
      else lying.others += stake.stake;
      spots.set(key, lying);
    }
    for (const { places, own, others } of spots.values()) {
      if (places.strip) this.strip(places, own, others);
      else this._stacks(places, own, seat === null ? { at: places.own, size: places.chip, others } : { at: places.others, size: this._apart(places), others });
    }
  }

  // What lies there goes slowly; what stays is drawn over it.
  fade() {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const leaving = shape("g", { class: "leaving", "aria-hidden": "true" });
    leaving.append(...[...this.others.children, ...this.own.children].map((lying) => lying.cloneNode(true)));
    this.svg.insertBefore(leaving, this.others);
    leaving.addEventListener("animationend", () => leaving.remove());
  }

  _box(key) {
    return this.small.has(key) ? undefined : this.areas.get(key)?.nodes[0].querySelector(".line").getBBox();
  }

  room(key) {
    return this._box(key)?.width ?? 0;
  }

  // A point that lies so far inside its area that what reaches `half` to either side does too.
  inside(key, [x, y], half) {
    const box = this._box(key);
    if (!box) return [x, y];
    const reach = Math.min(half, box.width / 2);
    return [Math.min(Math.max(x, box.x + reach), box.x + box.width - reach), y];
  }

  _apart({ chip }) {
    return chip > SMALL_CHIP ? OTHERS_CHIP : 18;
  }

  _stacks(places, own, { at, size, others }) {
    if (own) this.own.append(this._own(chips(places.own, own.stake, { size: places.chip, kind: kindOf(own), colour: own.checks ? this.colour : "", ring: true }), own, places.own));
    if (others) this.others.append(chips(at, others, { size, kind: "other" }));
  }

  // The chips of a narrow area side by side: a seat's own at the right, the others' at the left.
  strip({ own: [x, y], chip: size, strip }, own, others, { said = short(others), off = false } = {}) {
    const mine = own && `${own.tokens ? "T " : ""}${short(own.stake)}`;
    const theirs = others ? said : null;
    const room = inStrip(strip, size, mine, theirs);
    const right = own && others ? x + strip / 2 - room.own : x - room.own / 2;
    if (own) this.own.append(flat(right, y, own.stake, { size, kind: kindOf(own), label: mine, colour: own.checks ? this.colour : "", picture: room.mine, off: !own.working, ring: true }));
    if (!others) return;
    const left = own ? x - strip / 2 : x - room.others / 2;
    if (room.theirs === null) this.others.append(shape("use", { class: "chips other", href: `#chip-${stackOf(others)[0]}`, x: left - 2, y: y - 6, width: 12, height: 12 }));
    else this.others.append(flat(left, y, others, { size, kind: off ? "other off" : "other", label: theirs, picture: room.theirs, off }));
  }

  _own(group, stake, [x, y]) {
    if (!stake.working) {
      group.append(shape("use", { href: "#puck-off", x: x + 6, y: y - 26, width: 22, height: 22, class: "off-button" }));
    }
    if (stake.tokens) group.append(Object.assign(shape("text", { x: x - 16, y: y - 12, class: "total token" }), { textContent: "T" }));
    return group;
  }

  // A chip that is on its way to the table, told by its key.
  pending(key, wager, on, cents) {
    const places = this._places(wager, on);
    if (!places) return;
    const { own: [x, y], chip: size, strip } = places;
    const look = { size, kind: "pending landing", label: `+${short(cents)}` };
    const group = strip ? flat(x - (pill(look.label) + size) / 2, y, cents, look) : chips([x, y - 6], cents, look);
    group.dataset.key = key;
    this.waiting.append(group);
  }

  arrived(key) {
    this.waiting.querySelector(`[data-key="${CSS.escape(key)}"]`)?.remove();
  }

  bounced(key) {
    const group = this.waiting.querySelector(`[data-key="${CSS.escape(key)}"]`);
    if (!group) return;
    group.classList.add("bounce");
    setTimeout(() => group.remove(), 320);
  }

  puck(point) {
    this.markers.querySelector(".puck")?.remove();
    const on = typeof point === "number" && this.layout.pucks?.[point];
    const at = on || this.layout.puck_off;
    if (!at) return;
    this.markers.append(shape("use", { class: "marker puck", href: on ? "#puck-on" : "#puck-off", x: at[0] - 19, y: at[1] - 19, width: 38, height: 38 }));
  }

  dolly(pocket) {
    this.markers.querySelector(".dolly")?.remove();
    const at = this.layout.dollies?.[pocket];
    if (!at) return;
    this.markers.append(shape("use", { class: "marker dolly", href: "#dolly", x: at[0] - 22, y: at[1] - 22, width: 44, height: 44 }));
  }

  // Which areas take a chip now: outlined and lifted, the others dimmed, and said to screen readers.
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

  // Areas that a result has frozen: nothing goes on or comes off until the next one.
  freeze(wagers) {
    const frozen = new Set(wagers);
    for (const area of this.areas.values()) for (const node of area.nodes) node.classList.toggle("frozen", frozen.has(area.wager));
  }

  // What is printed on an area for this round only, such as the number drawn for a colour.
  print(key, text) {
    for (const node of this.areas.get(key)?.nodes ?? []) {
      node.querySelector(".drawn")?.remove();
      if (!text) continue;
      const box = node.querySelector(".line").getBBox();
      const ball = shape("g", { class: "drawn" },
        shape("circle", { cx: box.x + 36, cy: box.y + box.height / 2, r: 22 }),
        Object.assign(shape("text", { x: box.x + 36, y: box.y + box.height / 2 + 8 }), { textContent: text }));
      node.append(ball);
    }
  }

  // The area under a point of the screen, for a chip that is dragged over the felt.
  under(x, y) {
    const node = document.elementFromPoint(x, y)?.closest?.(".area");
    if (!node || !this.svg.contains(node)) return null;
    return this.areas.get(spotKey(node.dataset.wager, JSON.parse(node.dataset.on))) ?? null;
  }

  // Chips that lie on an area can be dragged to another one.
  movable({ take, drop }) {
    for (const area of this.areas.values()) {
      for (const node of area.nodes) {
        draggable(node, () => this, { mouse: true, take: () => take(area), drop: (to) => to.key !== area.key && drop(area, to) });
      }
    }
  }

  aim(area) {
    for (const node of this.svg.querySelectorAll(".aim")) node.classList.remove("aim");
    for (const node of area?.nodes ?? []) node.classList.add("aim");
  }

  describe(key, sentence) {
    for (const node of this.areas.get(key)?.nodes ?? []) {
      node.setAttribute("aria-label", sentence);
      node.querySelector("title")?.remove();
    }
  }

  light(keys) {
    const lit = new Set(keys);
    for (const [key, area] of this.areas) for (const node of area.nodes) node.classList.toggle("lit", lit.has(key));
  }

  // An amount won rises from its spot; what is lost fades there.
  rise(wager, on, text, kind) {
    const at = this.spot(wager, on);
    if (!at) return;
    const said = shape("text", { x: at[0], y: at[1] - 18, class: `rise ${kind}` });
    said.textContent = text;
    said.style.transformOrigin = `${at[0]}px ${at[1]}px`;
    this.rising.append(said);
    setTimeout(() => said.remove(), 2600);
  }
}
