// The periods that are asked for most, each one press away.

import { element, find } from "../common/page.js";
import { text } from "../common/text.js";

const DAY_MS = 86_400_000;

// A day as its field has it, so many days before today.
function dayOf(/** @type {Date} */ when) {
  const two = (/** @type {number} */ value) => String(value).padStart(2, "0");
  return `${when.getFullYear()}-${two(when.getMonth() + 1)}-${two(when.getDate())}`;
}
const ago = (/** @type {number} */ days) => dayOf(new Date(Date.now() - days * DAY_MS));
const firstOf = (/** @type {number} */ back) => {
  const now = new Date();
  return new Date(now.getFullYear(), now.getMonth() - back, 1);
};

/** @type {Record<string, () => [string, string]>} from and to; nothing where it is one day */
const PERIODS = {
  today: () => [ago(0), ""],
  yesterday: () => [ago(1), ""],
  week: () => [ago(6), ago(0)],
  month: () => [dayOf(firstOf(0)), ago(0)],
  "last-month": () => [dayOf(firstOf(1)), dayOf(new Date(firstOf(0).getTime() - DAY_MS / 2))],
};

const field = (/** @type {string} */ name) => find(`#about [name=${name}]`);

/**
 * Ask for a period by its name, such as the part of an address behind its hash.
 * @param {string} name
 */
export function setPreset(name) {
  const period = PERIODS[name];
  if (period) [field("day").value, field("to").value] = period();
}

/** @param {() => any} show */
export function drawPresets(show) {
  const now = `${field("day").value} ${field("to").value}`;
  find("#presets").replaceChildren(
    ...Object.entries(PERIODS).map(([name, period]) =>
      element("button", {
        type: "button",
        text: text(`report.preset-${name}`),
        "aria-pressed": String(period().join(" ") === now),
        onclick: () => {
          setPreset(name);
          show();
        },
      }),
    ),
  );
}
