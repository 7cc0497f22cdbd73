// The sheet of shortcuts: named groups of wagers, and at a wheel the racetrack with a number's neighbours.

import { money } from "../common/money.js";
import { element } from "../common/page.js";
import { colourOf } from "../common/phase.js";
import { text } from "../common/text.js";
import { button, close, open, quiet, row, section } from "./sheets.js";
import { aroundOn, shortcuts } from "./shortcuts.js";

/** @import { Terminal } from "./terminal.js" */

const sum = (/** @type {any[]} */ parts) =>
  parts.reduce((/** @type {number} */ total, /** @type {any} */ part) => total + part.amount, 0);

/** @param {Terminal} terminal */
export function showShortcuts(terminal) {
  const put = (/** @type {string} */ name, /** @type {any[]} */ parts) => () => {
    close();
    terminal.placing.place(parts, name);
  };
  const named = shortcuts(terminal).map(({ name, parts }) =>
    button(`${name} · ${money(sum(parts))}`, put(name, parts)),
  );
  const parts = [quiet(text("player.shortcuts-more"))];
  if (named.length) parts.push(section(text("player.groups"), row(...named)));
  if (terminal.order.length) parts.push(section(text("player.racetrack"), track(terminal, put)));
  open(text("player.shortcuts"), ...parts);
}

/**
 * @param {Terminal} terminal
 * @param {any} put
 */
function track(terminal, put) {
  return element(
    "div",
    { class: "track" },
    ...terminal.order.map((/** @type {number | string} */ pocket) => {
      const made = button(
        String(pocket),
        () => put(text("player.neighbours", { pocket: String(pocket) }), aroundOn(terminal, pocket))(),
        colourOf(pocket),
      );
      made.setAttribute("aria-label", text("player.its-neighbours", { pocket: String(pocket) }));
      return made;
    }),
  );
}
