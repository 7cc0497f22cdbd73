// What happened at the table, newest first.

import { element } from "../common/page.js";
import { readable } from "../common/said.js";
import { text } from "../common/text.js";

/** @import { Console } from "./console.js" */

/** @param {Console} console_ */
export function toldPanel(console_) {
  const items = console_.told
    .slice()
    .reverse()
    .map(({ at, by, text: said }) =>
      element(
        "li",
        {},
        element("time", { class: "number quiet", text: console_.time(at) }),
        element("span", { class: "quiet", text: by }),
        element(
          "span",
          {},
          readable(said[0]),
          ...(said.length > 1
            ? [
                element("span", {
                  class: "small quiet",
                  text: ` ${text("supervisor.more-lines", { count: said.length - 1 })}`,
                }),
              ]
            : []),
        ),
      ),
    );
  return [
    items.length
      ? element("ol", { id: "told" }, ...items)
      : element("p", { class: "empty", text: text("supervisor.nothing-yet") }),
  ];
}
