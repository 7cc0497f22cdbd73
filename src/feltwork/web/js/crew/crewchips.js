// All seats' chips on the crew's felt, each with the number of its seat, beside the words of their area; those of the seat in hand stand out.

import { flat, pill } from "../common/chips.js";
import { short, spotKey } from "../common/money.js";
import { shape } from "../common/svg.js";
import { around, choose, freePlaces } from "./room.js";
import { LEAST, scaleOf } from "./words.js";

/** @import { Felt } from "../common/felt.js" */
/** @import { Point } from "../common/svg.js" */

const CHIP = 22; // of a chip beside its amount, in units of the drawing
const TALL = 17; // of an amount
const LETTERS = 15; // as css/deal.css has them
const OVER = 4; // how far an amount lies over its chip
const FAR_OVER = 10; // and where there is little room

/** @typedef {{ label: string, cents: number, kind: string, colour: string, ring: boolean, seat: string, own: boolean }} Lying */
/** @typedef {{ lying: Lying[], picture: boolean, over: number }} Way */

const outcomeOf = (/** @type {any} */ { outcome, now }) => (outcome ? `${outcome}${now ? " now" : ""}` : "");
const endOf = (/** @type {any} */ { outcome }) => outcome ?? "";
const labelOf = (/** @type {Record<string, any>} */ { seat, stake, outcome, winnings }) =>
  outcome === "won" ? `${seat}: +${short(winnings)}` : `${seat}: ${short(stake)}`;

/**
 * @param {any} stake
 * @param {number | null} inHand
 * @param {any} colours
 * @returns {Lying}
 */
const one = (stake, inHand, colours) => ({
  label: labelOf(stake),
  cents: stake.stake,
  kind: `seated ${stake.working ? "" : "off"} ${stake.seat === inHand ? "in-hand" : ""} ${outcomeOf(stake)}`,
  colour: stake.checks ? colours?.taken[stake.seat]?.[0][0] : "",
  ring: outcomeOf(stake).startsWith("won") || stake.seat === inHand,
  seat: String(stake.seat),
  own: stake.seat === inHand,
});

/**
 * Several seats' chips as one, with their sum.
 * @param {any[]} stakes
 * @returns {Lying}
 */
function together(stakes) {
  const sum = (/** @type {string} */ what) => stakes.reduce((all, stake) => all + (stake[what] ?? 0), 0);
  const won = stakes.every(({ outcome }) => outcome === "won");
  const outcome = stakes.map(outcomeOf).find((end) => end.endsWith("now")) ?? outcomeOf(stakes[0]);
  const off = stakes.every(({ working }) => !working);
  return {
    label: won ? `+${short(sum("winnings"))}` : short(sum("stake")),
    cents: sum("stake"),
    kind: `seated ${off ? "off" : ""} ${outcome}`,
    colour: "",
    ring: won,
    seat: stakes.length === 1 ? String(stakes[0].seat) : "",
    own: false,
  };
}

/**
 * How the chips of a spot may lie, best first: each seat's with its amount, amounts alone, all but the seat in hand together.
 * @param {any[]} stakes
 * @param {number | null} inHand
 * @param {any} colours
 * @returns {Way[]}
 */
export function ways(stakes, inHand, colours) {
  const all = [...stakes].sort((a, b) => a.seat - b.seat).map((stake) => one(stake, inHand, colours));
  const mine = stakes.filter(({ seat }) => seat === inHand).map((stake) => one(stake, inHand, colours));
  const others = stakes.filter(({ seat }) => seat !== inHand);
  const ends = [...new Set(others.map(endOf))]; // what is to be taken or paid is no sum with what lies for the next result
  const summed = [...mine, ...ends.map((end) => together(others.filter((stake) => endOf(stake) === end)))];
  const bare = summed.map((lying) => ({ ...lying, label: lying.label.replace(/^\d+: /, "") }));
  const [whole, close] = [OVER, FAR_OVER];
  const found = [all, summed, bare].flatMap((lying) =>
    [true, false].map((picture) => ({ lying, picture, over: lying === bare ? close : whole })),
  );
  return others.length ? found : [found[0], found[4], found[1], found[5]]; // the seat in hand shows its chip; its number is known
}

/**
 * @param {string} label
 * @param {boolean} picture
 * @param {number} over
 */
const widthOf = (label, picture, over = OVER) => pill(label) + (picture ? CHIP - over : 0);

/**
 * Free places of an area for one size; they stay as they are until the felt is drawn at another size.
 * @type {WeakMap<Element, Map<string, Point[]>>}
 */
const known = new WeakMap();

/**
 * @param {HTMLElement} area
 * @param {[number, number]} size
 * @param {Point} near
 * @param {number} scale
 */
function placesIn(area, size, near, scale) {
  const sizes = known.get(area) ?? known.set(area, new Map()).get(area);
  const key = [...size.map(Math.round), scale.toFixed(3), area.querySelector(".drawn") ? "drawn" : ""].join();
  const found = sizes?.get(key) ?? freePlaces(area, size, near);
  sizes?.set(key, found);
  return found;
}

/**
 * @param {Felt} felt
 * @param {Lying} lying
 * @param {Element} drawing
 */
function put(felt, lying, drawing) {
  /** @type {HTMLElement} */ (/** @type {unknown} */ (drawing)).dataset.seat = lying.seat;
  (lying.own ? felt.laid.own : felt.laid.others).append(drawing);
}

/**
 * @param {Lying} lying
 * @param {Point} at
 * @param {{ picture: boolean, larger: number, over?: number }} how
 */
function draw(lying, [x, y], { picture, larger, over = OVER }) {
  const { cents, kind, label, colour, ring } = lying;
  const wide = widthOf(label, picture, over);
  const group = flat(-wide / 2, 0, cents, { size: CHIP, kind, label, colour, picture, ring, room: wide - OVER });
  group.setAttribute("transform", `translate(${x} ${y}) scale(${larger})`);
  return group;
}

/**
 * On the line between numbers there is room for a chip and no word; whose it is, and how much, the guide says.
 * @param {Point} at
 * @param {Lying} lying
 * @param {number} size
 */
function onEdge([x, y], lying, size) {
  const group = flat(-size / 2, 0, lying.cents, { ...lying, size });
  group.querySelector(".amount")?.remove();
  group.classList.add("on-edge");
  group.setAttribute("transform", `translate(${x} ${y})`);
  group.append(shape("title"));
  group.lastElementChild?.append(lying.label);
  return group;
}

/**
 * @param {Felt} felt
 * @param {Record<string, any>} given
 * @param {number | null} inHand
 * @param {any[]} settled chips of the last round that wait to be taken or paid, each with its `outcome`
 */
export function layChips(felt, { stakes, colours }, inHand, settled = []) {
  const scale = scaleOf(felt);
  if (!scale) return; // nobody sees it
  const larger = Math.max(1, LEAST / (LETTERS * scale));
  const spots = new Map();
  for (const stake of [...settled, ...stakes]) {
    const places = felt.placesOf(stake.wager, stake.on) ?? felt.placesOf(stake.wager, stake.placed_on);
    const key = spotKey(stake.wager, stake.on);
    if (places) spots.set(key, { places, lying: [...(spots.get(key)?.lying ?? []), stake] });
  }
  felt.laid.others.replaceChildren();
  felt.laid.own.replaceChildren();
  const edges = [...spots].filter(([key]) => felt.small.has(key)).map(([, spot]) => spot);
  for (const { places, lying } of edges)
    for (const each of ways(lying, inHand, colours)[2].lying.reverse())
      put(felt, each, onEdge(places.own, each, places.chip));
  const taken = edges.map(({ places: { own, chip } }) => around(own[0], own[1], chip, chip));
  for (const [key, { places, lying }] of spots) {
    if (felt.small.has(key)) continue;
    const area = felt.areas.get(key)?.nodes[0];
    const found = area && fitting(ways(lying, inHand, colours), area, places.own, { scale, larger, taken });
    if (found)
      for (const [i, each] of found.lying.entries()) put(felt, each, draw(each, found.at[i], { ...found, larger }));
    else {
      const each = together(lying);
      put(felt, each, draw(each, places.own, { picture: false, larger }));
    }
  }
}

/**
 * The best way for which there is room.
 * @param {Way[]} found
 * @param {HTMLElement} area
 * @param {Point} near
 * @param {{ scale: number, larger: number, taken: import("./room.js").Box[] }} how
 */
function fitting(found, area, near, { scale, larger, taken }) {
  for (const { lying, picture, over } of found) {
    const wide = Math.max(...lying.map(({ label }) => widthOf(label, picture, over)));
    /** @type {[number, number]} */
    const size = [(wide + 1) * larger, ((picture ? CHIP : TALL) + 2) * larger];
    const at = choose(placesIn(area, size, near, scale), size, lying.length, taken);
    if (at.length === lying.length) return { lying, picture, over, at };
  }
  return null;
}
