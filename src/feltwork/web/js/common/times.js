// Times as the house writes them, whatever the browser's own habits: a clock of 24 hours, the day before the month.

/** @type {Intl.DateTimeFormatOptions} */
const DAY = { day: "numeric", month: "long", year: "numeric" };
/** @type {Intl.DateTimeFormatOptions} */
const CLOCK = { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" };

export const clock = (/** @type {number} */ micros) => new Date(micros / 1000).toLocaleTimeString("en-AU", CLOCK);

export const day = (/** @type {number} */ micros) => new Date(micros / 1000).toLocaleDateString("en-AU", DAY);

export const when = (/** @type {number} */ micros) =>
  `${new Date(micros / 1000).toLocaleDateString("en-AU", { day: "numeric", month: "short" })}, ${clock(micros).slice(0, 5)}`;

// The hour that a notice names.
export const hour = (/** @type {number} */ micros) => clock(micros).slice(0, 5);

/**
 * The next time after now that a clock shows this hour, in microseconds; 0 where none was given.
 * @param {string} text
 * @param {number} now
 */
export function nextHour(text, now) {
  const [, hours, minutes] = /^(\d{1,2}):(\d{2})/.exec(text ?? "") ?? [];
  if (hours === undefined) return 0;
  const then = new Date(now / 1000);
  then.setHours(Number(hours), Number(minutes), 0, 0);
  if (then.getTime() * 1000 <= now) then.setDate(then.getDate() + 1);
  return then.getTime() * 1000;
}
