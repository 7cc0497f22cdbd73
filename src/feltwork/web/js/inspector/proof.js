// The verifier's verdict on the whole log.

import { element, find, get, post } from "../common/page.js";
import { refuse } from "../common/refused.js";
import { text } from "../common/text.js";
import { when } from "./times.js";

/** @type {Record<string, string>} */
const TONES = { sound: "good", unsound: "bad", failed: "bad" };

export async function watch() {
  const told = await get("/api/inspect/verify");
  verdict(told);
  if (told.state === "running" && !find("#proof").hidden) setTimeout(watch, 400);
}

/** @param {any} told */
function verdict(told) {
  const start = element("button", {
    type: "button",
    class: "act",
    id: "verify",
    text: text(told.state === "never" ? "inspector.verify" : "inspector.verify-again"),
    disabled: told.state === "running",
    onclick: async () => {
      const answer = await post("/api/inspect/verify", {});
      if (answer.why) refuse(answer.why, { at: find("#verify") });
      watch();
    },
  });
  const parts = [
    element("p", {
      class: `word ${TONES[told.state] ?? ""}`,
      role: "status",
      text: text(`inspector.verdict-${told.state}`),
    }),
  ];
  if (told.state === "never")
    parts.push(
      element("p", {
        text: text("inspector.verifier-about"),
      }),
    );
  if (told.state === "running")
    parts.push(
      element("progress", {
        max: String(told.total || 1),
        value: String(told.read),
        "aria-label": text("inspector.progress"),
      }),
      element("p", { class: "number", text: text("inspector.records-read", { read: told.read, total: told.total }) }),
    );
  if (told.state === "sound") parts.push(element("p", { text: text("inspector.all-sound", { count: told.read }) }));
  if (told.state === "unsound")
    parts.push(
      element("p", { text: text("inspector.findings", { count: told.found }) }),
      element("ul", {}, ...told.findings.map((/** @type {string} */ found) => element("li", { text: found }))),
    );
  if (told.state === "failed") parts.push(element("p", { text: told.why }));
  if (told.checkpoint)
    parts.push(
      element("p", {
        class: "quiet",
        text: text("inspector.held-against", {
          number: String(told.checkpoint.number),
          time: when(told.checkpoint.at),
          key: told.checkpoint.key,
          vouched: told.checkpoint.vouched,
        }),
      }),
    );
  if (told.unseen?.length)
    parts.push(
      element("p", { text: text("inspector.unseen") }),
      element(
        "ul",
        { id: "unseen" },
        ...told.unseen.map((/** @type {string} */ unseen) => element("li", { text: unseen })),
      ),
    );
  for (const note of told.notes ?? []) parts.push(element("p", { class: "quiet small", text: note }));
  find("#verdict").replaceChildren(...parts, element("div", { class: "row" }, start));
}
