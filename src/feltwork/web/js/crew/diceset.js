// The set of dice, each die shown where it is; a tap says that it is lost, found or checked.

import { announce, element } from "../common/page.js";
import { redraw } from "../common/redraw.js";
import { shape } from "../common/svg.js";

/** @import { Command, View } from "../common/messages.js" */

/** @type {Record<string, string>} */
const WHERE = {
  bowl: "in the bowl",
  hand: "with the shooter",
  lost: "off the table",
  unchecked: "found, not checked",
  waiting: "new set, waiting",
};
/** @type {Record<string, string>} */
const SHORT = { bowl: "bowl", hand: "shooter", lost: "lost", unchecked: "to check", waiting: "new set" };

/**
 * @param {HTMLElement} place
 * @param {any} dice
 * @param {View} view
 * @param {(command: Command) => any} send
 */
export function showDice(place, dice, view, send) {
  place.hidden = !dice.length || view.phase === "result entered";
  redraw(
    place,
    element("h2", { text: "Dice" }),
    element(
      "div",
      { class: "dice-row" },
      ...dice.map((/** @type {any} */ die) => {
        const does = die.command ? `${die.label.toLowerCase()}` : "";
        const name = `Die ${die.die}${die.number ? `, number ${die.number}` : ""}`;
        const button = element("button", {
          type: "button",
          class: `die ${die.where}`,
          "data-key": die.die,
          "aria-disabled": String(!die.ok),
          "aria-label": `${name}, ${WHERE[die.where]}${does ? `; tap: ${does}` : ""}`,
          title: does ? `${name}: tap for ${does}` : name,
          onclick: () =>
            die.ok
              ? send(die.command)
              : announce(die.why ?? "this die waits for the next shooter", { clause: die.clause, bad: true }),
        });
        button.append(
          ...[
            shape(
              "svg",
              { viewBox: "0 0 42 42", "aria-hidden": "true" },
              shape("use", { href: `#die-${((die.die - 1) % 6) + 1}`, width: 42, height: 42 }),
            ),
            die.number ? element("b", { class: "number" }, element("bdi", { text: die.number })) : null,
            element("small", { text: SHORT[die.where] }),
          ].filter(Boolean),
        );
        return button;
      }),
    ),
  );
}
