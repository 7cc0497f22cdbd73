// Times as the house writes them, whatever the browser's own habits: a clock of 24 hours, the day before the month.

const DAY = { day: "numeric", month: "long", year: "numeric" };
const CLOCK = { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" };

export const clock = (micros) => new Date(micros / 1000).toLocaleTimeString("en-AU", CLOCK);

export const day = (micros) => new Date(micros / 1000).toLocaleDateString("en-AU", DAY);

export const when = (micros) => `${new Date(micros / 1000).toLocaleDateString("en-AU", { day: "numeric", month: "short" })}, ${clock(micros).slice(0, 5)}`;
