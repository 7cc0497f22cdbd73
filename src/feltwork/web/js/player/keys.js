// A key for every action, and the list of them.

import { element, find } from "../common/page.js";
import { text } from "../common/text.js";

/** @type {Record<string, string>} */
export const KEYS = {
  u: "undo",
  U: "redo",
  c: "clear",
  r: "rebet",
  d: "double",
  o: "odds",
  f: "fill",
  t: "lift",
  w: "switch",
  s: "shortcuts",
  n: "show-next",
  l: "show-recall",
  "?": "show-card",
};

const caps = (/** @type {string} */ key) =>
  /[A-Z]/.test(key) ? [element("kbd", { text: text("player.key-shift") }), key] : [key.toUpperCase()];

/** Every key with what it does; actions that this table does not have are left out. */
export function listOfKeys() {
  const acts = Object.entries(KEYS)
    .filter(([, id]) => !find(`#${id}`).hidden)
    .map(([key, id]) => [caps(key), find(`#${id}`).textContent]);
  const moves = ["chips", "tab", "arrows", "enter", "space"].map((move) => [
    [text(`player.key-${move}`)],
    text(`player.does-${move}`),
  ]);
  return element(
    "section",
    { class: "keys" },
    element("h3", { text: text("player.keys") }),
    element(
      "ul",
      {},
      ...[...moves, ...acts].map(([keys, does]) =>
        element(
          "li",
          {},
          ...keys.map((/** @type {any} */ key) => (typeof key === "string" ? element("kbd", { text: key }) : key)),
          ` ${does}`,
        ),
      ),
    ),
  );
}
