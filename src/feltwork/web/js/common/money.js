// Money and numbers as the house writes them, in every language: 1,006.00. Money is whole cents.

/** @import { Selection } from "./messages.js" */

/** @param {number} whole */
export const grouped = (whole) => String(whole).replace(/\B(?=(\d{3})+(?!\d))/g, ",");

/** @param {number} cents */
export function money(cents) {
  const sign = cents < 0 ? "−" : "";
  const whole = grouped(Math.trunc(Math.abs(cents) / 100));
  return `${sign}${whole}.${String(Math.abs(cents) % 100).padStart(2, "0")}`;
}

/**
 * Money that was won or lost, with its sign; nothing is neither.
 * @param {number} cents
 */
export const signed = (cents) => (cents > 0 ? `+${money(cents)}` : money(cents));

/**
 * On a chip there is no room for cents that are not there.
 * @param {number} cents
 */
export function short(cents) {
  return cents % 100 === 0 ? money(cents).slice(0, -3) : money(cents);
}

/**
 * @param {string} wager
 * @param {Selection} on
 */
export function spotKey(wager, on) {
  if (on === null || on === undefined) return wager;
  return `${wager}:${Array.isArray(on) ? on.join("-") : on}`;
}

/**
 * What somebody typed, in cents; null when it is no amount. A comma groups thousands and never begins the cents: 12,50 is
 * nobody's 1,250.00.
 * @param {string} text
 */
export function parse(text) {
  const found = /^\$?(\d{1,9}|\d{1,3}(?:,\d{3}){1,2})(?:\.(\d{1,2}))?$/.exec(text.trim());
  return found ? Number(found[1].replaceAll(",", "")) * 100 + Number((found[2] ?? "").padEnd(2, "0")) : null;
}
