// Times as the house writes them, whatever the browser's own habits: a clock of 24 hours, the day before the month.

import { text } from "./text.js";

/** @type {Intl.DateTimeFormatOptions} */
const DAY = { day: "numeric", month: "long", year: "numeric" };
/** @type {Intl.DateTimeFormatOptions} */
const CLOCK = { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" };

export const clock = (/** @type {number} */ micros) =>
  new Date(micros / 1000).toLocaleTimeString(text("common.locale"), CLOCK);

export const day = (/** @type {number} */ micros) =>
  new Date(micros / 1000).toLocaleDateString(text("common.locale"), DAY);

export const when = (/** @type {number} */ micros) =>
  `${new Date(micros / 1000).toLocaleDateString(text("common.locale"), { day: "numeric", month: "short" })}, ${clock(micros).slice(0, 5)}`;

// A day as a date field has it.
export const isoDay = (/** @type {number} */ micros) => {
  const then = new Date(micros / 1000);
  const two = (/** @type {number} */ part) => String(part).padStart(2, "0");
  return `${then.getFullYear()}-${two(then.getMonth() + 1)}-${two(then.getDate())}`;
};

// The hour that a notice names.
export const hour = (/** @type {number} */ micros) => clock(micros).slice(0, 5);

/**
 * The next time after now that a clock shows this hour, in microseconds; 0 where none was given.
 * @param {string} typed
 * @param {number} now
 */
export function nextHour(typed, now) {
  const [, hours, minutes] = /^(\d{1,2}):(\d{2})/.exec(typed ?? "") ?? [];
  if (hours === undefined) return 0;
  const then = new Date(now / 1000);
  then.setHours(Number(hours), Number(minutes), 0, 0);
  if (then.getTime() * 1000 <= now) then.setDate(then.getDate() + 1);
  return then.getTime() * 1000;
}
