// Rounds told again, event by event, and the evidence of each.

import { announce, element, find, get, newest } from "../common/page.js";
import { when } from "./times.js";

const [newestList, newestRound] = [newest(), newest()];

export async function listRounds(before = null) {
  const table = find("#round-table").value;
  const answer = await newestList(
    table ? get(`/api/inspect/${table}/rounds${before ? `?before=${before}` : ""}`) : null,
  );
  if (!answer) return;
  const { rounds } = answer;
  const items = rounds.map((/** @type {Record<string, any>} */ { version, at, told }) =>
    element(
      "li",
      {},
      element(
        "button",
        { type: "button", "data-version": version, onclick: () => tellRound(table, version) },
        element("time", { text: when(at).slice(11) }),
        element("span", { text: told }),
      ),
    ),
  );
  const list = find("#round-list");
  if (before) list.append(...items);
  else list.replaceChildren(...items);
  if (!list.children.length)
    list.replaceChildren(element("li", { class: "quiet", text: "No round has been played here." }));
  find("#earlier").hidden = rounds.length < 40;
}

/**
 * @param {string} table
 * @param {number} version
 */
export async function tellRound(table, version) {
  const told = await newestRound(get(`/api/inspect/${table}/rounds/${version}`));
  if (!told) return;
  for (const button of find("#round-list").querySelectorAll("button"))
    button.setAttribute("aria-current", String(button.dataset.version === String(version)));
  const place = find("#round");
  if (told.why) return place.replaceChildren(element("p", { class: "empty bad", text: told.why }));
  const item = (/** @type {Record<string, any>} */ { version: number, actor, role, text }) =>
    element(
      "li",
      {},
      element("span", { class: "number quiet", text: String(number) }),
      element("span", { text: `${role.replace("_", " ")} ${actor}` }),
      element(
        "div",
        {},
        text[0],
        text.length > 1
          ? element("ul", {}, ...text.slice(1).map((/** @type {string} */ line) => element("li", { text: line })))
          : null,
      ),
    );
  const pack = element("button", {
    type: "button",
    class: "act",
    id: "pack",
    text: "Download the evidence",
    onclick: () => evidence(table, version),
  });
  return place.replaceChildren(
    element("div", { class: "row" }, element("h2", { text: `${table}, round ended by event ${version}` }), pack),
    element("ol", {}, ...told.events.map(item)),
    ...(told.later.length
      ? [
          element(
            "section",
            { class: "later" },
            element("h3", { text: "Ruled on it later" }),
            element("ol", {}, ...told.later.map(item)),
          ),
        ]
      : []),
  );
}

/**
 * The pack is asked for first, so that a refusal is a sentence and not a file.
 * @param {string} table
 * @param {number} version
 */
async function evidence(table, version) {
  const answer = await fetch(`/api/inspect/${table}/rounds/${version}/pack`, { credentials: "same-origin" });
  if (!answer.ok) return announce((await answer.json()).why, { bad: true });
  const address = URL.createObjectURL(await answer.blob());
  element("a", { href: address, download: `evidence-${table}-${version}.json` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
  return announce("The evidence is in your downloads; check it with: feltwork audit check-pack FILE --trust TRUST");
}
