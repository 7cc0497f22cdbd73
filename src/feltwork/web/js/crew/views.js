// On a phone the crew sees one part of its terminal at a time, chosen above it; the next step stands below in every one.

import { element, find } from "../common/page.js";
import { small } from "../common/pages.js";
import { text } from "../common/text.js";

const VIEWS = ["now", "felt", "pay"];

/** @param {string} view */
export function turnTo(view) {
  document.body.dataset.view = view;
  for (const [i, button] of [...find("#views").children].entries())
    button.setAttribute("aria-pressed", String(VIEWS[i] === view));
}

/** @param {() => void} turned called when another part is shown */
export function showViews(turned) {
  find("#views").replaceChildren(
    ...VIEWS.map((view) =>
      element("button", {
        type: "button",
        "data-view": view,
        text: text(`crew.view-${view}`),
        onclick: () => {
          turnTo(view);
          turned();
        },
      }),
    ),
  );
  turnTo("now");
}

/**
 * How many seats or areas wait to be paid; on a phone a new result turns to them, and the last of them back.
 * @param {number} left
 */
export function waitToBePaid(left) {
  const button = find("#views [data-view=pay]");
  if (!button) return;
  const before = Number(button.dataset.left ?? 0);
  button.dataset.left = String(left);
  button.textContent = text(left ? "crew.view-pay-left" : "crew.view-pay", { count: left });
  if (!small.matches) return;
  if (left && !before) turnTo("pay");
  if (!left && before && document.body.dataset.view === "pay") turnTo("now");
}
