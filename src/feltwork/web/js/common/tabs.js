// Tabs over a panel, in every staff screen alike: made, turned by click and by arrow keys, and marked with what waits behind them.

import { element, find, findAll } from "./page.js";

/** @type {Record<string, number>} */
const STEPS = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/**
 * Make the tabs of a screen, in `#tabs`, over its `#panel`.
 * @param {string[]} names
 * @param {(name: string) => string} label
 * @param {(name: string) => void} open
 */
export function makeTabs(names, label, open) {
  const tabs = names.map((name) =>
    element("button", {
      type: "button",
      role: "tab",
      id: `tab-${name}`,
      "aria-controls": "panel",
      "data-tab": name,
      text: label(name),
      onclick: () => open(name),
    }),
  );
  find("#tabs").replaceChildren(...tabs);
  turnByKeys(names, open);
}

/**
 * Arrow keys on the tabs open the next one and the one before, around.
 * @param {string[]} names
 * @param {(name: string) => void} open
 */
export function turnByKeys(names, open) {
  find("#tabs").addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const at = names.findIndex((name) => find(`#tab-${name}`).getAttribute("aria-selected") === "true");
    const next = names[(at + step + names.length) % names.length];
    open(next);
    find(`#tab-${next}`).focus();
  });
}

/**
 * One tab is chosen: it alone is reached by the tab key.
 * @param {string} chosen
 */
export function markTabs(chosen) {
  for (const tab of findAll("#tabs [role=tab]")) {
    const isChosen = tab.id === `tab-${chosen}`;
    tab.setAttribute("aria-selected", String(isChosen));
    tab.tabIndex = isChosen ? 0 : -1;
  }
}

/**
 * How many things wait behind a tab; none, and the tab says nothing.
 * @param {string} name
 * @param {number} count
 * @param {string} words for who cannot see the number
 * @param {string} [tone]
 */
export function waits(name, count, words, tone = "") {
  const tab = find(`#tab-${name}`);
  tab.querySelector(".waits")?.remove();
  if (count) tab.append(element("span", { class: `waits ${tone}`.trim(), text: count, "aria-label": words }));
}
