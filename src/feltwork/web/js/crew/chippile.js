// An amount as chips, the way a dealer counts it out: how many of which.

import { stackOf } from "../common/chips.js";
import { short } from "../common/money.js";
import { element } from "../common/page.js";
import { shape } from "../common/svg.js";
import { text } from "../common/text.js";

/**
 * [[value, how many], ...], the largest first.
 * @param {number} cents
 */
export function counted(cents) {
  const found = new Map();
  for (const value of stackOf(cents)) found.set(value, (found.get(value) ?? 0) + 1);
  return [...found];
}

/** @param {any} value */
export function chipPicture(value) {
  return shape(
    "svg",
    { viewBox: "0 0 42 42", class: "chip-picture", "aria-hidden": "true" },
    shape("use", { href: `#chip-${value}`, width: 42, height: 42 }),
  );
}

/** @param {number} cents */
export function pile(cents) {
  const parts = counted(cents);
  const said = parts.map(([value, count]) => text("crew.pile-of", { count, value: short(value) })).join(", ");
  return element(
    "span",
    { class: "pile", role: "img", "aria-label": said },
    ...parts.map(([value, count]) => {
      const part = element("span", { class: "part" });
      part.append(element("b", { text: `${count}×` }), chipPicture(value));
      return part;
    }),
  );
}
