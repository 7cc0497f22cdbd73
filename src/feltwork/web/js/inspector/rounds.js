// Rounds told again, event by event, and the evidence of each.

import { announce, element, find, get, newest } from "../common/page.js";
import { refuse } from "../common/refused.js";
import { asRole } from "../common/role.js";
import { readable, wagerName } from "../common/said.js";
import { text } from "../common/text.js";
import { when } from "./times.js";

const LINE =
  /^seat (?<seat>\d+): (?<wager>.+?) (?<stake>[\d.]+(?: \([^)]*\))?) (?<result>[a-z ]+)(?:, paid (?<paid>[\d.]+(?: \([^)]*\))?))?(?:, (?<back>[\d.]+) back)?(?:, commission [\d.]+ back)? \((?<clause>[^)]+(?:\([^)]*\))*)\)$/;
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
  if (!list.children.length) list.replaceChildren(element("li", { class: "quiet", text: text("inspector.no-rounds") }));
  find("#earlier").hidden = rounds.length < 40;
}

/**
 * The lines of a settlement: what lay there, what it came to, and the clause that paid or took it.
 * @param {string[]} told
 */
function settled(told) {
  const lines = told.map((line) => line.trim());
  const found = lines.map((line) => LINE.exec(line)?.groups).filter((line) => line !== undefined);
  const others = lines.filter((line) => !LINE.test(line));
  const said = others.length
    ? element("ul", {}, ...others.map((line) => element("li", { text: readable(line) })))
    : null;
  if (!found.length) return said;
  const head = ["seat", "wager", "stake", "result", "paid", "back", "clause"];
  const isMoney = (/** @type {string} */ name) => ["stake", "paid", "back"].includes(name);
  const cell = (/** @type {any} */ line, /** @type {string} */ name) =>
    element("td", {
      class: isMoney(name) ? "money" : name === "clause" ? "clause" : "",
      text: name === "wager" ? wagerName(line.wager) : (line[name] ?? ""),
    });
  const table = element(
    "table",
    { class: "settled" },
    element(
      "thead",
      {},
      element(
        "tr",
        {},
        ...head.map((name) =>
          element("th", { scope: "col", class: isMoney(name) ? "money" : "", text: text(`inspector.line-${name}`) }),
        ),
      ),
    ),
    element("tbody", {}, ...found.map((line) => element("tr", {}, ...head.map((name) => cell(line, name))))),
  );
  return element("div", {}, table, said);
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
  const item = (/** @type {Record<string, any>} */ { version: number, at, actor, role, text: said }) =>
    element(
      "li",
      {},
      element("span", { class: "number quiet", text: String(number) }),
      element("time", { class: "number quiet", text: when(at).slice(11) }),
      element("span", {}, actor, " ", element("span", { class: "quiet small", text: role.replace("_", " ") })),
      element("div", {}, readable(said[0]), said.length > 1 ? settled(said.slice(1)) : null),
    );
  const pack = element("button", {
    type: "button",
    class: "act",
    id: "pack",
    text: text("inspector.evidence"),
    onclick: () => evidence(table, version),
  });
  return place.replaceChildren(
    element(
      "div",
      { class: "row" },
      element("h2", { text: text("inspector.round-of", { table, version: String(version) }) }),
      pack,
    ),
    element("ol", {}, ...told.events.map(item)),
    ...(told.later.length
      ? [
          element(
            "section",
            { class: "later" },
            element("h3", { text: text("inspector.ruled-later") }),
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
  const answer = await fetch(`/api/inspect/${table}/rounds/${version}/pack`, {
    credentials: "same-origin",
    headers: asRole(),
  });
  if (!answer.ok) return refuse((await answer.json()).why, { at: find("#pack") });
  const address = URL.createObjectURL(await answer.blob());
  element("a", { href: address, download: `evidence-${table}-${version}.json` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
  return announce(text("inspector.evidence-said"));
}
