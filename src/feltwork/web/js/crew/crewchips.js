// All seats' chips on the crew's felt, each with the number of its seat; those of the seat in hand stand out.

import { chips, labelWidth } from "../common/chips.js";
import { short, spotKey } from "../common/money.js";

/** @import { Stake } from "../common/messages.js" */

const FEW = 4; // so many lie side by side where the area is wide enough

/**
 * Where each of `count` stacks on one spot lies: side by side, then in rows.
 * @param {number} count
 * @param {boolean} small
 */
export function places(count, small, wide = small ? 34 : 50, room = 0) {
  const high = small ? 20 : 36;
  const columns = count <= 2 || (count <= FEW && count * wide <= room) ? count : Math.ceil(Math.sqrt(count));
  const rows = Math.ceil(count / columns);
  return Array.from({ length: count }, (_, i) => [
    ((i % columns) - (columns - 1) / 2) * wide,
    (Math.floor(i / columns) - (rows - 1) / 2) * high,
  ]);
}

const labelOf = (/** @type {Record<string, any>} */ { seat, stake }) => `${seat}: ${short(stake)}`;

/**
 * @param {any} felt
 * @param {Record<string, any>} given
 * @param {number | null} inHand
 */
export function layChips(felt, { stakes, colours }, inHand) {
  const spots = new Map();
  for (const stake of stakes) {
    const key = spotKey(stake.wager, stake.on);
    const at = felt.spot(stake.wager, stake.on) ?? felt.spot(stake.wager, stake.placed_on);
    if (at) spots.set(key, [...(spots.get(key) ?? []), { ...stake, at }]);
  }
  felt.laid.others.replaceChildren();
  felt.laid.own.replaceChildren();
  for (const [key, lying] of spots) {
    const narrow = felt.places.get(key);
    if (narrow?.strip) {
      inNarrow(felt, narrow, lying, inHand);
      continue;
    }
    const small = felt.small.has(key);
    const wide = small
      ? 34
      : Math.max(50, ...lying.map((/** @type {Stake} */ stake) => labelWidth(labelOf(stake)) + 2));
    const offsets = places(lying.length, small, wide, felt.room(key));
    const middle = felt.inside(key, lying[0].at, Math.max(...offsets.map(([x]) => x)) + wide / 2);
    const apart = lying.length === 2 && narrow && !small && Math.abs(narrow.own[0] - narrow.others[0]) >= wide;
    lying
      .sort((/** @type {any} */ a, /** @type {any} */ b) => a.seat - b.seat)
      .forEach((/** @type {Stake} */ stake, /** @type {number} */ i) => {
        const [x, y] = apart ? [narrow.own, narrow.others][i] : [middle[0] + offsets[i][0], middle[1] + offsets[i][1]]; // beside the lettering
        const kind = `seated ${stake.working ? "" : "off"} ${stake.seat === inHand ? "in-hand" : ""}`;
        const colour = stake.checks ? colours?.taken[stake.seat]?.[0][0] : "";
        const stack = chips([x, y], stake.stake, { size: small ? 20 : 28, kind, colour, label: labelOf(stake) });
        stack.dataset.seat = String(stake.seat);
        (stake.seat === inHand ? felt.laid.own : felt.laid.others).append(stack);
      });
  }
}

/**
 * Where there is no room for every seat: the seat in hand, and all others together; one alone says its seat.
 * @param {any} felt
 * @param {any} places
 * @param {any} lying
 * @param {number | null} inHand
 */
function inNarrow(felt, places, lying, inHand) {
  const mine = lying.find((/** @type {Record<string, any>} */ { seat }) => seat === inHand) ?? null;
  const others = lying.filter((/** @type {Stake} */ stake) => stake !== mine);
  const sum = others.reduce((/** @type {any} */ all, /** @type {Record<string, any>} */ { stake }) => all + stake, 0);
  felt.laid.strip(places, mine, sum, {
    said: others.length === 1 ? `${others[0].seat}: ${short(sum)}` : short(sum),
    off: others.every((/** @type {Record<string, any>} */ { working }) => !working),
  });
  if (mine) Object.assign(felt.laid.own.lastElementChild.dataset, { seat: mine.seat });
  if (mine) felt.laid.own.lastElementChild.classList.add("seated", "in-hand");
  if (sum)
    Object.assign(felt.laid.others.lastElementChild.dataset, { seat: others.length === 1 ? others[0].seat : "" });
  if (sum) felt.laid.others.lastElementChild.classList.add("seated");
}
