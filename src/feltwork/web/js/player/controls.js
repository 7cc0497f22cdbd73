// The buttons of the terminal, and a key for each.

import { DOWN } from "../common/link.js";
import { calm } from "../common/motion.js";
import { announce, find, targetOf } from "../common/page.js";
import { showCard } from "./card.js";
import { KEYS } from "./keys.js";
import { showNext, showRecall } from "./lookup.js";
import { showMore } from "./more.js";
import { showPurse } from "./purse.js";
import { rove } from "./roving.js";
import { showShortcuts } from "./sections.js";
import { showSwitches } from "./switches.js";

/** @import { View } from "../common/messages.js" */
/** @import { Terminal } from "./terminal.js" */

/**
 * What each button does, by its id.
 * @param {Terminal} terminal
 * @returns {Record<string, () => any>}
 */
function actsOf(terminal) {
  const { link, placing, hand } = terminal;
  const up = (/** @type {() => any} */ act) => () => (link.up ? act() : announce(DOWN, { bad: true }));
  const alone = (/** @type {() => any} */ act) => up(() => placing.alone(act));
  return {
    undo: up(() => placing.undo()),
    redo: up(() => placing.redo()),
    odds: up(() => placing.odds()),
    lift: () => hand.lift(),
    clear: alone(() => placing.clear()),
    rebet: alone(() => placing.rebet()),
    double: alone(() => placing.double()),
    fill: alone(() => placing.roundUp()),
    switch: () => showSwitches(terminal),
    shortcuts: () => showShortcuts(terminal),
    money: () => showPurse(terminal),
    tokens: () => hand.use("tokens"),
    checks: () => hand.use("checks"),
    "show-next": () => showNext(terminal),
    "show-recall": () => showRecall(terminal),
    "show-card": () => showCard(terminal),
    "show-more": () => showMore(terminal),
    "correction-seen": () => terminal.corrections.putAway(),
  };
}

/**
 * @param {Terminal} terminal
 * @param {View} view
 */
export function wireControls(terminal, view) {
  const acts = actsOf(terminal);
  for (const [id, act] of Object.entries(acts)) find(`#${id}`).addEventListener("click", act);
  const spots = Object.values(terminal.card);
  find("#odds").hidden = !spots.some((spot) => spot.parent);
  find("#switch").hidden = !spots.some((spot) => spot.switchable);
  find("#fill").hidden = view.spins || !spots.some((spot) => spot.full > 1);
  find("#correction").addEventListener("cancel", (/** @type {Event} */ event) => event.preventDefault());
  document.addEventListener(
    "keydown",
    (event) => {
      const { first } = terminal.slot;
      if (event.key !== " " || !first || isElsewhere(event) || targetOf(event).closest("button")) return;
      event.preventDefault();
      event.stopPropagation();
      first.click(); // Space takes the dice, and throws them
    },
    { capture: true },
  );
  for (const zone of ["nav", "#chips", "#actions", "#hands", "#cash"]) rove(find(zone), "button:not(#turn)");
  wireTurn();
  document.addEventListener("keydown", (event) => {
    if (isElsewhere(event)) return;
    const chip = terminal.hand.rail[Number(event.key) - 1];
    if (KEYS[event.key]) acts[KEYS[event.key]]();
    else if (/^[1-9]$/.test(event.key) && chip) terminal.hand.take(chip);
  });
}

/** On an upright phone the actions are in two parts, side by side; a button turns to the other one, and a swipe does too. */
function wireTurn() {
  const row = find("#actions");
  const isTurned = () => row.scrollLeft * 2 > row.scrollWidth - row.clientWidth;
  const turn = find("#turn");
  turn.addEventListener("click", () => {
    row.scrollTo({ left: isTurned() ? 0 : row.scrollWidth, behavior: calm() ? "instant" : "smooth" });
  });
  row.addEventListener("scroll", () => turn.setAttribute("aria-expanded", String(isTurned())));
}

/**
 * Is this key for a sheet, a field or the browser?
 * @param {KeyboardEvent} event
 */
const isElsewhere = (event) =>
  event.repeat ||
  event.ctrlKey ||
  event.metaKey ||
  event.altKey ||
  Boolean(document.querySelector("dialog[open]")) ||
  /input|textarea|select/i.test(targetOf(event).tagName);
