// Parts of a screen drawn anew: never under a finger that presses one of them, and whoever stands there by keyboard stays.

/** @type {any} */
let pressed = null; // taken away before it is let go, it would never be clicked
const late = new Map(); // by place: what is drawn there once it is let go

const nameOf = (/** @type {HTMLElement} */ node) =>
  node.dataset.key || node.id || node.getAttribute("aria-label") || node.textContent;

/**
 * @param {HTMLElement} place
 * @param {...any} children
 */
export function redraw(place, ...children) {
  if (pressed && place.contains(pressed)) {
    late.set(place, children);
    return;
  }
  late.delete(place);
  const focused = /** @type {HTMLElement | null} */ (document.activeElement);
  const name = focused && focused !== place && place.contains(focused) ? nameOf(focused) : null;
  place.replaceChildren(...children.filter((child) => child !== null && child !== undefined)); // what is not there is left out
  if (name)
    /** @type {HTMLElement[]} */ ([...place.querySelectorAll("button, input, select, summary, [tabindex]")])
      .find((node) => nameOf(node) === name)
      ?.focus({ preventScroll: true });
}

// The click comes with the letting go, before anything that waits for it.
function letGo() {
  setTimeout(() => {
    pressed = null;
    for (const [place, children] of [...late]) redraw(place, ...children);
  });
}

const listen = (/** @type {string} */ kind, /** @type {(...given: any[]) => any} */ act) =>
  globalThis.addEventListener(kind, act, { capture: true });
listen("pointerdown", (/** @type {any} */ event) => {
  pressed = event.target;
});
listen("keydown", (/** @type {any} */ event) => {
  if (event.key === " ") pressed = event.target;
});
for (const kind of ["pointerup", "pointercancel", "keyup"]) listen(kind, letGo);
globalThis.addEventListener("blur", letGo); // let go of elsewhere: in another window,
listen("pointermove", (/** @type {any} */ event) => {
  if (pressed && !event.buttons) letGo();
}); // or outside this one
