// A zone of the screen is one tab stop; inside it the arrow keys go to the nearest control on that side, Home and End to the first and the last.

/** @type {Record<string, [number, number]>} */
const WAYS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
const ASIDE = 3; // how much farther something counts that lies aside of the way

/**
 * @param {Element | null} place
 * @param {string} items what in it can be reached
 * @param {{ changes?: boolean }} [how] does what is in it change?
 */
export function zone(place, items = "button, summary, a", { changes = true } = {}) {
  if (!place) return;
  const found = () =>
    /** @type {HTMLElement[]} */ ([...place.querySelectorAll(items)]).filter(
      (node) => !(/** @type {any} */ (node).disabled) && node.getClientRects().length > 0,
    );
  /** @type {HTMLElement | null} */
  let last = null;
  const settle = () => {
    const all = found();
    const stop =
      all.find((node) => node === document.activeElement) ??
      all.find((node) => node === last || (last?.dataset.key && node.dataset.key === last.dataset.key)) ??
      all.find(
        (node) => node.getAttribute("aria-pressed") === "true" || node.getAttribute("aria-current") === "true",
      ) ??
      all[0];
    for (const node of all) node.tabIndex = node === stop ? 0 : -1;
  };
  place.addEventListener("focusin", (event) => {
    const node = /** @type {HTMLElement} */ (event.target).closest(items);
    if (!node || !place.contains(node)) return;
    last = /** @type {HTMLElement} */ (node);
    settle();
  });
  place.addEventListener("keydown", (event) => {
    const key = /** @type {KeyboardEvent} */ (event);
    const from = /** @type {HTMLElement} */ (key.target);
    if (key.ctrlKey || key.metaKey || key.altKey || !from.matches?.(items)) return;
    const all = found();
    const to =
      key.key === "Home"
        ? all[0]
        : key.key === "End"
          ? all.at(-1)
          : WAYS[key.key]
            ? nearest(from, all, WAYS[key.key])
            : null;
    if (!to && !WAYS[key.key]) return;
    key.preventDefault();
    key.stopPropagation();
    to?.focus();
  });
  let waits = false;
  const soon = () => {
    if (waits) return; // once for each picture: to look what is seen lays out the page
    waits = true;
    requestAnimationFrame(() => {
      waits = false;
      settle();
    });
  };
  if (changes) new MutationObserver(soon).observe(place, { childList: true, subtree: true });
  settle();
}

/**
 * @param {HTMLElement} from
 * @param {HTMLElement[]} all
 * @param {[number, number]} way
 */
function nearest(from, all, [right, down]) {
  const middle = (/** @type {Element} */ node) => {
    const { left, top, width, height } = node.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  };
  const [x, y] = middle(from);
  let best = null;
  let least = Number.POSITIVE_INFINITY;
  for (const node of all) {
    const [dx, dy] = middle(node).map((at, i) => at - [x, y][i]);
    const along = dx * right + dy * down;
    const aside = Math.abs(right ? dy : dx);
    if (node === from || along <= 1) continue;
    const far = along + ASIDE * aside;
    if (far < least) [best, least] = [node, far];
  }
  return best;
}
