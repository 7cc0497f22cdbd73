// Light or dark for the screens of the office: as the system has it, unless this browser was told otherwise.

import { element } from "./page.js";
import { text } from "./text.js";

const KEPT = "feltwork-theme";
const WAYS = ["system", "light", "dark"];

/** @param {string} way */
function use(way) {
  if (way === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = way;
}

const kept = () => localStorage.getItem(KEPT) ?? "system";
use(kept());

/** The switch, for the head of the screen. */
export function themeSwitch() {
  const choose = element(
    "select",
    { id: "theme", "aria-label": text("common.theme") },
    ...WAYS.map((way) =>
      element("option", { value: way, text: text(`common.theme-${way}`), selected: way === kept() }),
    ),
  );
  choose.addEventListener("change", () => {
    localStorage.setItem(KEPT, choose.value);
    use(choose.value);
  });
  return choose;
}
