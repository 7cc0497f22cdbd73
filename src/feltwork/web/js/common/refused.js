// Why something was refused, at the control that caused it. It covers nothing that is pressed next, and goes with the next thing that happens.

import { announce, clauseOf, element, sentence, targetOf } from "./page.js";
import { worded } from "./wording.js";

const CONTROLS = "button, input, select, textarea, summary, a, .area, [tabindex]";
const JUST_NOW_MS = 300;
/** What a refusal cites that no book says: a house cannot do otherwise, and a clause would tell nothing. */
export const NO_CLAUSE = "not in the book";
/** @type {Element | null} */
let pressed = null;
/** @type {DOMRect | null} */
let place = null; // where it was: it may be drawn anew before the answer comes
/** @type {HTMLElement | null} */
let note = null;
let since = 0;

const remember = (/** @type {Event} */ event) => {
  pressed = targetOf(event).closest?.(CONTROLS) ?? null;
  place = pressed?.getBoundingClientRect() ?? null;
  if (performance.now() - since > JUST_NOW_MS) forgive();
};
globalThis.addEventListener("pointerdown", remember, { capture: true });
globalThis.addEventListener("keydown", remember, { capture: true });
globalThis.addEventListener("resize", () => forgive());

/** What was refused before is over. */
export function forgive() {
  note?.remove();
  note = null;
}

/**
 * @param {string | undefined} why
 * @param {{ clause?: string, at?: Element | null, was?: DOMRect }} [given] `at` is the control; without one, the last that was pressed.
 * `was` is where it stood when it was pressed: it may be drawn anew before the answer comes.
 */
export function refuse(why, { clause = "", at = pressed, was } = {}) {
  const words = worded(why);
  forgive();
  const box = at?.isConnected ? at.getBoundingClientRect() : (was ?? (at === pressed ? place : null));
  if (!box?.width) return announce(words, { clause, bad: true });
  /** @type {HTMLElement} */
  const shown = element(
    "p",
    { class: "refused", role: "alert" },
    sentence(words),
    clause === NO_CLAUSE ? null : clauseOf(clause),
  );
  note = shown;
  (document.querySelector("dialog[open]") ?? document.body).append(shown);
  const { width, height } = shown.getBoundingClientRect();
  const below = box.bottom + 6 + height <= innerHeight;
  const left = Math.min(Math.max(8, box.left + box.width / 2 - width / 2), innerWidth - width - 8);
  shown.style.left = `${left}px`;
  shown.style.top = `${below ? box.bottom + 6 : Math.max(8, box.top - height - 6)}px`;
  since = performance.now();
  return undefined;
}
