// The verifier's verdict on the whole log.

import { announce, element, find, get, post } from "../common/page.js";
import { when } from "./times.js";

/** @type {Record<string, string>} */
const TONES = { sound: "good", unsound: "bad", failed: "bad" };
/** @type {Record<string, string>} */
const WORDS = {
  never: "Not verified yet",
  running: "Verifying…",
  sound: "✓ Sound",
  unsound: "× Not sound",
  failed: "Could not be verified",
};

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
    text: told.state === "never" ? "Verify the whole log" : "Verify again",
    disabled: told.state === "running",
    onclick: async () => {
      const answer = await post("/api/inspect/verify", {});
      if (answer.why) announce(answer.why, { bad: true });
      watch();
    },
  });
  const parts = [
    element("p", {
      class: `word ${TONES[told.state] ?? ""}`,
      role: "status",
      text: WORDS[told.state],
    }),
  ];
  if (told.state === "never")
    parts.push(
      element("p", {
        text: "The verifier is a program of its own. It reads the database and not the live tables: it follows every hash, settles every round again under the book it was played under, and adds up every account.",
      }),
    );
  if (told.state === "running")
    parts.push(
      element("progress", { max: String(told.total || 1), value: String(told.read), "aria-label": "Progress" }),
      element("p", { class: "number", text: `${told.read} of ${told.total} records` }),
    );
  if (told.state === "sound")
    parts.push(
      element("p", { text: `Every hash, posting, balance and settlement of ${told.read} records is as it should be.` }),
    );
  if (told.state === "unsound")
    parts.push(
      element("p", { text: `${told.found} findings:` }),
      element("ul", {}, ...told.findings.map((/** @type {string} */ text) => element("li", { text }))),
    );
  if (told.state === "failed") parts.push(element("p", { text: told.why }));
  if (told.checkpoint)
    parts.push(
      element("p", {
        class: "quiet",
        text: `Held against checkpoint ${told.checkpoint.number} of ${when(told.checkpoint.at)}, signed with key ${told.checkpoint.key} (${told.checkpoint.vouched}).`,
      }),
    );
  if (told.unseen?.length)
    parts.push(
      element("p", { text: "What could not be seen:" }),
      element("ul", { id: "unseen" }, ...told.unseen.map((/** @type {string} */ text) => element("li", { text }))),
    );
  for (const note of told.notes ?? []) parts.push(element("p", { class: "quiet small", text: note }));
  find("#verdict").replaceChildren(...parts, element("div", { class: "row" }, start));
}
