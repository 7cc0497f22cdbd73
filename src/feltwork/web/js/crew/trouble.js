// What is wrong at a table: equipment at fault, in words; a winning number display that shows something else; a shooter who is ordered to pass.

import { orderForm } from "../common/orders.js";
import { element } from "../common/page.js";
import { NO_CLAUSE, refuse } from "../common/refused.js";
import { text } from "../common/text.js";

/** @import { Command } from "../common/messages.js" */

/**
 * Two dice from what somebody typed, such as 34; nothing when that is not two dice.
 * @param {string} text
 */
export function twoDice(text) {
  const found = /^\s*([1-6])\D*([1-6])\s*$/.exec(text);
  return found ? [Number(found[1]), Number(found[2])] : null;
}

/**
 * @param {any} drawer
 * @param {HTMLElement} place
 * @param {Record<string, any>} given
 * @param {(command: Command) => any} send
 */
export function showTrouble(drawer, place, { faults, steps }, send) {
  const display = steps.find((/** @type {any} */ step) => step.type === "read-display");
  drawer.hidden = !faults.length && !display;
  const shape = JSON.stringify([faults, Boolean(display)]);
  if (place.dataset.shape === shape) return; // what somebody is typing stays
  place.dataset.shape = shape;
  const inWords = faults.filter((/** @type {Record<string, any>} */ { asks }) => !asks[0]?.options);
  const what = element("input", { id: "trouble-what", maxlength: "200", autocomplete: "off" });
  const shown = element("input", { id: "trouble-display", size: "5", inputmode: "numeric", autocomplete: "off" });
  place.replaceChildren(
    inWords.length ? element("label", {}, element("span", { text: text("crew.what-is-wrong") }), what) : "",
    ...inWords.map((/** @type {Record<string, any>} */ { label, clause, command, asks }) =>
      element(
        "button",
        {
          type: "button",
          class: "fault",
          onclick: () => send({ ...command, [asks[0]?.name ?? "what"]: what.value.trim() }),
        },
        element("span", { text: label }),
        clause === NO_CLAUSE ? null : element("small", { text: clause }),
      ),
    ),
    display
      ? element(
          "div",
          { class: "row" },
          element("label", {}, element("span", { text: text("crew.display-shows") }), shown),
          element("button", {
            type: "button",
            text: text("crew.note-it"),
            onclick: () => {
              const dice = twoDice(shown.value);
              if (dice) send({ type: "read-display", first: dice[0], second: dice[1] });
              else refuse(text("crew.two-dice"), { at: shown });
            },
          }),
        )
      : "",
    ...faults
      .filter((/** @type {any} */ fault) => !inWords.includes(fault))
      .map((/** @type {any} */ order) => orderForm(order, send)),
  );
}
