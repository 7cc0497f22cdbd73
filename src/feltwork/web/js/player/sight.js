// What of the felt is in sight on a player's phone: its parts, a hint that more lies below, and chips that are not cut.

import { find } from "../common/page.js";
import { bringInSight, showPages, small } from "../common/pages.js";

/** @import { Felt } from "../common/felt.js" */

const EDGE = 20; // room around a chip, for its total
const MORE = 12;

/** One that lies has room for a few rows: the felt is shown in smaller parts. */
const lying = matchMedia("(max-height: 500px) and (orientation: landscape) and (min-width: 760px)");

/** @param {Felt} felt */
const partsOf = ({ layout }) => (lying.matches && layout.lying?.length ? layout.lying : layout.pages);

/** @type {Felt | null} */
let shown = null;

/** Is there more of the felt below what is in sight? */
function hint() {
  const main = find("main");
  main.classList.toggle("below", main.scrollHeight - main.clientHeight - main.scrollTop > MORE);
}

/** @param {Felt} felt */
export function showParts(felt) {
  shown = felt;
  showPages(felt, find("main"), partsOf(felt));
  hint();
}

/**
 * @param {Felt} felt
 * @param {string} key of the spot
 */
export const bring = (felt, key) => bringInSight(felt, key, partsOf(felt));

/**
 * Scroll a little where a chip that is just put down would be cut at an edge.
 * @param {Felt} felt
 * @param {string} key of its spot
 */
export function keepWhole(felt, key) {
  const chip = small.matches ? felt.chipBox(key) : null;
  if (!chip) return;
  const { top, bottom } = find("main").getBoundingClientRect();
  const first = find("#pages").hidden ? top : find("#pages").getBoundingClientRect().bottom;
  if (chip.bottom + EDGE > bottom) find("main").scrollTop += chip.bottom + EDGE - bottom;
  else if (chip.top - EDGE < first) find("main").scrollTop -= first - chip.top + EDGE;
}

lying.addEventListener("change", () => shown && showParts(shown));
find("main").addEventListener("scroll", hint, { passive: true });
find("#pages").addEventListener("click", hint); // after a page was turned
new ResizeObserver(hint).observe(find("main"));
