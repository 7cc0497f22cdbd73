// The last checkpoint, where each stream stands, and people by name.

import { element, find, get } from "../common/page.js";
import { text } from "../common/text.js";
import { when } from "./times.js";

export async function showPapers() {
  const { checkpoint, heads, people, series } = await get("/api/inspect/papers");
  const covered = checkpoint?.covered ?? {};
  const list = (/** @type {any} */ titles, /** @type {any} */ made) =>
    element(
      "table",
      {},
      element(
        "thead",
        {},
        element(
          "tr",
          {},
          ...titles.map((/** @type {string} */ name) => element("th", { text: text(`inspector.head-${name}`) })),
        ),
      ),
      element("tbody", {}, ...made),
    );
  find("#papers").replaceChildren(
    element(
      "div",
      { class: "panel" },
      element("h2", {
        text: checkpoint
          ? text("inspector.checkpoint", { number: String(checkpoint.number), time: when(checkpoint.at) })
          : text("inspector.no-checkpoint"),
      }),
      checkpoint ? element("p", { class: "hash", text: text("inspector.key", { key: checkpoint.key }) }) : null,
      checkpoint && series > checkpoint.number
        ? element("p", {
            class: "quiet",
            text: text("inspector.behind", { series: String(series) }),
          })
        : null,
      list(
        ["stream", "stands-at", "covered-to", "hash"],
        heads.map((/** @type {Record<string, any>} */ { stream, version, hash }) =>
          element(
            "tr",
            {},
            element("td", { text: stream }),
            element("td", { class: "number", text: String(version) }),
            element("td", { class: "number", text: covered[stream] === undefined ? "—" : String(covered[stream]) }),
            element("td", { class: "hash", text: `${hash.slice(0, 24)}…` }),
          ),
        ),
      ),
    ),
    element(
      "div",
      { class: "panel" },
      element("h2", { text: text("inspector.people") }),
      people.length
        ? list(
            ["id", "name"],
            people.map((/** @type {Record<string, any>} */ { id, name }) =>
              element("tr", {}, element("td", { text: id }), element("td", { text: name })),
            ),
          )
        : element("p", { class: "quiet", text: text("inspector.nobody-named") }),
    ),
  );
}
