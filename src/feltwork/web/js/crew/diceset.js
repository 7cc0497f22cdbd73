// The set of dice, each die by its letter and where it is; a tap opens what may be done about it, and asks.

import { letterOf } from "../common/dice.js";
import { element } from "../common/page.js";
import { redraw } from "../common/redraw.js";
import { openSheet } from "../common/sheet.js";
import { text } from "../common/text.js";

/** @import { Command, View } from "../common/messages.js" */

/**
 * What is asked before a die changes its place.
 * @type {Record<string, string>}
 */
const ASKS = { bowl: "lost", hand: "lost", lost: "found", unchecked: "checked" };

/**
 * @param {HTMLElement} place
 * @param {any[]} dice
 * @param {View} view
 * @param {(command: Command) => any} answer
 */
export function showDice(place, dice, view, answer) {
  place.hidden = !dice.length || view.phase === "result entered";
  const common = commonStart(dice.map(({ number }) => number ?? ""));
  redraw(
    place,
    element("h2", {}, text("crew.dice-set"), common ? element("small", { text: common.replace(/[-. ]$/, "") }) : null),
    element("div", { class: "dice-row" }, ...dice.map((die) => drawn(die, common, answer))),
  );
}

/**
 * What the numbers of a set begin with alike, up to a dash: it is said once for the set.
 * @param {string[]} numbers
 */
export function commonStart(numbers) {
  const [first = "", ...rest] = numbers;
  const at = [...first].map((_, i) => i + 1).filter((end) => /[-. ]/.test(first[end - 1]));
  return (
    at
      .reverse()
      .flatMap((end) => (rest.every((one) => one.startsWith(first.slice(0, end))) ? first.slice(0, end) : []))[0] ?? ""
  );
}

/**
 * @param {any} die
 * @param {string} common
 * @param {(command: Command) => any} answer
 */
function drawn(die, common, answer) {
  const letter = letterOf(die.die);
  const name = die.number ? text("crew.die-number", { letter, number: die.number }) : text("crew.die", { letter });
  return element(
    "button",
    {
      type: "button",
      class: `die ${die.where}`,
      "data-key": die.die,
      "aria-label": `${name}, ${text(`crew.die-is-${die.where}`)}`,
      title: name,
      onclick: () => ask(die, name, answer),
    },
    element("b", { class: "letter", text: letter }),
    die.number ? element("span", { class: "number" }, element("bdi", { text: die.number.slice(common.length) })) : null,
    element("small", { text: text(`crew.die-at-${die.where}`) }),
  );
}

/**
 * @param {any} die
 * @param {string} name
 * @param {(command: Command) => any} answer
 */
function ask(die, name, answer) {
  const asks = ASKS[die.where];
  if (!asks || !die.ok) {
    openSheet({
      title: `${name}: ${text(`crew.die-is-${die.where}`)}`,
      about: die.why ? `${die.why} (${die.clause})` : text("crew.die-waits"),
      act: text("crew.close"),
      send: () => ({}),
    });
    return;
  }
  openSheet({
    title: text(`crew.die-title-${asks}`, { die: name }),
    about: text(`crew.die-about-${asks}`),
    act: text(`crew.die-act-${asks}`),
    danger: asks === "lost",
    send: () => answer(die.command),
  });
}
