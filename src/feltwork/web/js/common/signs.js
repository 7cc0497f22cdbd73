// The limits sign: what of it is raised waits for its notice, the rest stands at once.

/** @import { Limit } from "./messages.js" */

/**
 * Does this sign need a notice before it may stand?
 * @param {Limit} sign
 * @param {Limit} now
 */
export function isRaised([low, , unit], [nowLow, , nowUnit] = [0, null, 0]) {
  return low > nowLow || unit > nowUnit;
}

/**
 * Changed signs, split into those that stand at once and those that are announced.
 * @param {Record<string, Limit>} wanted
 * @param {Record<string, Limit>} limits
 */
export function split(wanted, limits) {
  /** @type {{ now: Record<string, Limit>, later: Record<string, Limit> }} */
  const found = { now: {}, later: {} };
  for (const [wager, sign] of Object.entries(wanted)) {
    const stands = limits[wager] ?? [0, null, 0];
    if (JSON.stringify(sign) !== JSON.stringify(stands)) found[isRaised(sign, stands) ? "later" : "now"][wager] = sign;
  }
  return found;
}

/**
 * @param {number} until
 * @param {number} now
 */
export function countdown(until, now) {
  const seconds = Math.max(0, Math.ceil((until - now) / 1e6));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/**
 * The limits that most wagers share, and the wagers that have others.
 * @param {Record<string, Limit>} limits
 * @param {string[]} wagers
 */
export function shared(limits, wagers) {
  const counted = new Map();
  const told = (/** @type {string} */ wager) => JSON.stringify(limits[wager] ?? [0, null, 0]);
  for (const wager of wagers) counted.set(told(wager), (counted.get(told(wager)) ?? 0) + 1);
  const [most = "[0,null,0]"] = [...counted].sort((a, b) => b[1] - a[1])[0] ?? [];
  return { all: JSON.parse(most), others: wagers.filter((/** @type {string} */ wager) => told(wager) !== most) };
}
