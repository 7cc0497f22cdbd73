// A chip dragged from the rail to a spot. A press that does not travel stays a tap, so nothing needs dragging.

const TRAVEL = 8;

export function draggable(button, felt, { take, drop }) {
  let start = null;
  let ghost = null;

  const stop = () => {
    ghost?.remove();
    felt().aim(null);
    start = null;
    ghost = null;
  };

  button.addEventListener("pointerdown", (event) => {
    start = [event.clientX, event.clientY];
    button.setPointerCapture(event.pointerId);
  });
  button.addEventListener("pointermove", (event) => {
    if (!start) return;
    if (!ghost) {
      if (Math.hypot(event.clientX - start[0], event.clientY - start[1]) < TRAVEL) return;
      take();
      ghost = document.body.appendChild(button.querySelector("svg").cloneNode(true));
      ghost.classList.add("ghost");
    }
    ghost.style.left = `${event.clientX}px`;
    ghost.style.top = `${event.clientY}px`;
    felt().aim(felt().under(event.clientX, event.clientY));
  });
  button.addEventListener("pointerup", (event) => {
    const area = ghost ? felt().under(event.clientX, event.clientY) : null;
    stop();
    if (area) drop(area);
  });
  button.addEventListener("pointercancel", stop);
}
