// What is called of a result, as a good dealer says it, and the events of a table that are more than a result.

import { nameOf } from "../common/notices.js";
import { find, sentence } from "../common/page.js";
import { colourOf } from "../common/phase.js";
import { text } from "../common/text.js";

/** @import { Card, View } from "../common/messages.js" */

/**
 * "Eight, easy", "Seven out", "17 black".
 * @param {any} result
 * @param {Card} card
 * @param {any} [point] as it stood before
 */
export function callOf(result, card, point = null) {
  if (!Array.isArray(result))
    return text("player.call-number", { number: String(result), colour: text(`player.colour-${colourOf(result)}`) });
  const [first, second] = result;
  const total = first + second;
  const number = text(`player.number-${total}`);
  const hard = Object.values(card).some((spot) => spot.concept === "hardway" && spot.on === total);
  if (total === 7) return text(typeof point === "number" ? "player.call-seven-out" : "player.call-seven");
  if (hard) return text(first === second ? "player.call-hard" : "player.call-easy", { number });
  if (first === second) return text("player.call-pair", { number, face: text(`player.pair-${first}`) });
  return number;
}

/**
 * Says the call beside the dice, or the number large in its colour below the wheel.
 * @param {any} result
 * @param {Card} card
 * @param {any} [point]
 */
export function sayCall(result, card, point = null) {
  const place = find("#call");
  const words = callOf(result, card, point);
  place.className = Array.isArray(result) ? "" : `pocket ${colourOf(result)}`;
  place.replaceChildren();
  if (!Array.isArray(result)) {
    const number = document.createElement("b");
    number.textContent = String(result);
    const colour = document.createElement("span");
    colour.textContent = text(`player.colour-${colourOf(result)}`);
    place.append(number, " ", colour);
  } else place.textContent = words;
  return words;
}

/**
 * A seven that freezes areas, or numbers drawn with a boost: an event of its own on the stage.
 * @param {View} before
 * @param {View} view
 * @param {Card} card
 */
export function eventOf(before, view, card) {
  if (view.frozen?.length && !before.frozen?.length) {
    const names = view.frozen.map((wager) => nameOf(card, wager));
    return { kind: "freeze", words: text("player.event-frozen", { areas: names.join(text("player.and")) }) };
  }
  if (view.boost && JSON.stringify(view.boost) !== JSON.stringify(before.boost)) {
    const [colour, odds] = view.boost;
    const number = String(view.lucky?.[colour] ?? "");
    return {
      kind: "boost",
      words: text("player.event-boost", {
        colour: sentence(text(`player.colour-${colour}`)),
        number,
        odds: sentence(odds),
      }),
    };
  }
  return null;
}

/** Nothing is called while the dice are out or the ball runs. */
export function hush() {
  const place = find("#call");
  place.className = "";
  place.replaceChildren();
}

/** @param {{ kind: string, words: string }} event */
export function sayEvent({ kind, words }) {
  const place = find("#call");
  place.className = `event ${kind}`;
  place.textContent = words;
  const stage = find("#stage");
  stage.dataset.event = kind;
  setTimeout(() => stage.dataset.event === kind && delete stage.dataset.event, 2600);
}
