// Chips dragged from the rail to a spot, or from spot to spot. A press that does not travel stays a tap, so nothing needs dragging.

const TRAVEL = 8;

/**
 * What is taken is shown under the pointer; what has none to show stays where it is.
 * @param {HTMLElement} node
 * @param {any} felt
 * @param {Record<string, any>} given
 */
export function draggable(node, felt, { take, drop, mouse = false }) {
  /** @type {[number, number] | null} */
  let start = null;
  /** @type {HTMLElement | null} */
  let ghost = null;

  const stop = () => {
    ghost?.remove();
    felt().aim(null);
    start = null;
    ghost = null;
  };

  node.addEventListener("pointerdown", (/** @type {any} */ event) => {
    if (mouse && event.pointerType === "touch") return; // a finger on the felt scrolls it
    start = [event.clientX, event.clientY];
    if (!mouse) node.setPointerCapture(event.pointerId);
  });
  node.addEventListener("pointermove", (/** @type {any} */ event) => {
    if (!start) return;
    if (!ghost) {
      if (Math.hypot(event.clientX - start[0], event.clientY - start[1]) < TRAVEL) return;
      const picture = take();
      if (!picture) return stop();
      node.setPointerCapture(event.pointerId);
      ghost = /** @type {HTMLElement} */ (document.body.appendChild(picture.cloneNode(true)));
      ghost.classList.add("ghost");
    }
    ghost.style.left = `${event.clientX}px`;
    ghost.style.top = `${event.clientY}px`;
    felt().aim(felt().under(event.clientX, event.clientY));
  });
  node.addEventListener("pointerup", (/** @type {any} */ event) => {
    const area = ghost ? felt().under(event.clientX, event.clientY) : null;
    if (ghost)
      node.addEventListener("click", (/** @type {any} */ tap) => tap.stopImmediatePropagation(), {
        capture: true,
        once: true,
      });
    stop();
    if (area) drop(area);
  });
  node.addEventListener("pointercancel", stop);
}
