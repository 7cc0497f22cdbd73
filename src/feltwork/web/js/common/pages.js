// The parts of a felt that a phone shows one at a time, chosen above it.

import { element, find } from "./page.js";
import { text } from "./text.js";

/** @import { Felt } from "./felt.js" */

const ABOVE = 60; // room above a spot that is brought in sight, for the pages

/** A small screen, held either way: the felt is composed anew for it. */
export const small = matchMedia(
  "(orientation: portrait) and (max-width: 700px), (max-height: 500px) and (orientation: landscape)",
);

/**
 * Turn to the page that has a spot, and scroll to it.
 * @param {Felt} felt
 * @param {string} key of the spot
 */
export function bringInSight(felt, key, pages = felt.layout.pages) {
  if (!small.matches) return;
  const node = felt.areas.get(key)?.nodes[0];
  const box = /** @type {SVGGraphicsElement | null | undefined} */ (node?.querySelector(".line"))?.getBBox();
  const page = pages.findIndex(({ top, bottom }) => box && box.y >= top && box.y < bottom);
  if (page >= 0) /** @type {HTMLElement} */ (find("#pages").children[page]).click();
  const main = find("main");
  if (node) main.scrollTop += node.getBoundingClientRect().top - main.getBoundingClientRect().top - ABOVE;
}

/**
 * The buttons of a felt's pages; what is scrolled goes to its top when one is turned.
 * @param {Felt} felt
 * @param {HTMLElement} scrolled
 */
export function showPages(felt, scrolled = find("main"), pages = felt.layout.pages) {
  const place = find("#pages");
  place.hidden = !pages.length;
  const turn = (/** @type {number} */ chosen) => {
    felt.turnTo(pages[chosen]);
    for (const [i, button] of [...place.children].entries()) button.setAttribute("aria-pressed", String(i === chosen));
    scrolled.scrollTop = 0;
  };
  place.replaceChildren(
    ...pages.map(({ name }, i) =>
      element("button", { type: "button", text: text(`common.page-${name}`), onclick: () => turn(i) }),
    ),
  );
  if (pages.length) turn(0);
}
