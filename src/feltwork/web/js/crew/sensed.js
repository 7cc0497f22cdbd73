// At a table that runs by itself: what its sensors read last, where a crew elsewhere enters a result.

import { element } from "../common/page.js";
import { redraw } from "../common/redraw.js";
import { resultWords } from "../common/rounds.js";
import { shape } from "../common/svg.js";
import { text } from "../common/text.js";

/** @import { Shown } from "../common/messages.js" */

/**
 * A die as it lies.
 * @param {number} face
 */
export const dieFace = (face) =>
  shape(
    "svg",
    { viewBox: "0 0 42 42", class: "face", "data-face": face },
    shape("use", { href: `#die-${face}`, width: 42, height: 42 }),
  );

/**
 * @param {HTMLElement} place
 * @param {Shown | undefined} last the last result
 */
export function showSensed(place, last) {
  place.hidden = false;
  const dice = Array.isArray(last?.result) ? last.result : null;
  redraw(
    place,
    element("h2", { text: text("crew.sensors-read") }),
    element(
      "div",
      { class: "echo", "aria-hidden": "true" },
      ...(dice ? dice.map(dieFace) : [1, 2].map(() => element("span", { class: "face none" }))),
    ),
    element("p", { class: dice ? "" : "quiet", text: dice ? resultWords(dice) : text("crew.nothing-read") }),
  );
}
