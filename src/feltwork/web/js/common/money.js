// Money is whole cents; it is shown with two decimals, grouped by thousands.

/** @import { Limit, Selection } from "./messages.js" */

/** @param {number} cents */
export function money(cents) {
  const sign = cents < 0 ? "−" : "";
  const whole = Math.trunc(Math.abs(cents) / 100)
    .toString()
    .replace(/\B(?=(\d{3})+(?!\d))/g, ",");
  return `${sign}${whole}.${String(Math.abs(cents) % 100).padStart(2, "0")}`;
}

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
 * Limits in words, the same on every screen; a limit of nothing is no limit.
 * @param {any} given
 */
export function sayLimit([low, high, unit = 0]) {
  const range = low
    ? `${short(low)} to ${high === null ? "no maximum" : short(high)}`
    : high === null
      ? "no limits"
      : `up to ${short(high)}`;
  return `${range}${unit ? `, units of ${short(unit)}` : ""}`;
}

/**
 * A player's own limits, given by wager: each said once, with the wagers it is for unless they are many.
 * @param {Record<string, Limit>} personal
 * @param {(wager: string) => string} titleOf
 */
export function sayOwn(personal, titleOf) {
  /** @type {Record<string, string[]>} */
  const alike = {};
  for (const [wager, limit] of Object.entries(personal)) {
    alike[sayLimit(limit)] ??= [];
    alike[sayLimit(limit)].push(titleOf(wager));
  }
  return Object.entries(alike)
    .map(([said, on]) => (on.length > 3 ? said : `${said} on ${on.join(", ")}`))
    .join("; ");
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
