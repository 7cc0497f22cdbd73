// What happened at the table, newest first.

import { element } from "../common/page.js";

/** @import { Console } from "./console.js" */

/** @param {Console} console_ */
export function toldPanel(console_) {
  const items = console_.told
    .slice()
    .reverse()
    .map(({ at, by, text }) =>
      element(
        "li",
        {},
        element("time", { class: "number quiet", text: console_.time(at) }),
        element("span", { class: "quiet", text: by }),
        element(
          "span",
          {},
          text[0],
          ...(text.length > 1 ? [element("span", { class: "small quiet", text: ` · ${text.length - 1} lines` })] : []),
        ),
      ),
    );
  return [
    items.length
      ? element("ol", { id: "told" }, ...items)
      : element("p", { class: "empty", text: "Nothing has happened yet." }),
  ];
}
