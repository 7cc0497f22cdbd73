// The inspector's screen: the log searched and exported, rounds told again, the verifier, evidence, papers. Read only.

import { element, find, getSurely } from "../common/page.js";
import { signOut } from "../common/signout.js";
import { markTabs, turnByKeys } from "../common/tabs.js";
import { text } from "../common/text.js";
import { themeSwitch } from "../common/theme.js";
import { zone } from "../common/zones.js";
import { EventLog } from "./log.js";
import { showPapers } from "./papers.js";
import { watch } from "./proof.js";
import { listRounds, tellRound } from "./rounds.js";
import { field } from "./times.js";

const TABS = ["log", "rounds", "proof", "papers"];

/** @param {string} name */
function choose(name) {
  for (const tab of TABS) find(`#${tab}`).hidden = tab !== name;
  markTabs(name);
  /** @type {Record<string, () => any>} */
  const shows = { rounds: listRounds, proof: watch, papers: showPapers };
  shows[name]?.();
}

const log = new EventLog((table, version) => {
  find("#round-table").value = table;
  choose("rounds");
  tellRound(table, version);
});

for (const tab of TABS) find(`#tab-${tab}`).addEventListener("click", () => choose(tab));
turnByKeys(TABS, choose);
find("#search").addEventListener("submit", (/** @type {any} */ event) => {
  event.preventDefault();
  log.search();
});
find("#narrow").addEventListener("click", () => {
  const open = find("#narrow").getAttribute("aria-expanded") !== "true"; // on a phone the events come first
  find("#narrow").setAttribute("aria-expanded", String(open));
});
find("#search").addEventListener("change", () => log.asked());
const HOUR_US = 3600e6;
/**
 * Searches that are often asked for.
 * @type {[string, () => Record<string, string>][]}
 */
const PRESETS = [
  ["all", () => ({})],
  ["hour", () => ({ since: field(now() - HOUR_US) })],
  ["today", () => ({ since: `${field(now()).slice(0, 10)}T00:00:00` })],
  ["notified", () => ({ kind: "inspector-notified" })],
  ["refused", () => ({ kind: "refused" })],
  ["corrected", () => ({ kind: "round-adjusted" })],
  ["reversed", () => ({ kind: "round-reversed" })],
  ["invalid", () => ({ kind: "round-invalid" })],
  ["paid", () => ({ kind: "hand-pay-signed" })],
];
const now = () => Date.now() * 1000;
find("#presets").append(
  ...PRESETS.map(([name, fields]) =>
    element("button", {
      type: "button",
      id: `preset-${name}`,
      text: text(`inspector.preset-${name}`),
      onclick: () => log.preset(fields()),
    }),
  ),
);
zone(find("#presets"), "button");
zone(find("#found"), "tr.event");
zone(find("#round-list"), "button");
find("#who").before(themeSwitch());
find("#round-table").addEventListener("change", () => listRounds());
find("#earlier").addEventListener("click", () => listRounds(find("#round-list li:last-child button")?.dataset.version));
find("#sign-out").addEventListener("click", signOut);
const [me, { tables }, { kinds }] = await Promise.all(["/api/me", "/api/tables", "/api/inspect/papers"].map(getSurely));
find("#who").textContent = me.people.map((/** @type {any} */ [person]) => person).join(", ");
find("#kinds").append(...kinds.map((/** @type {any} */ value) => element("option", { value })));
find("#search [name=table]").append(
  ...tables.map((/** @type {Record<string, any>} */ { table }) => element("option", { value: table, text: table })),
  element("option", { value: "cage", text: text("inspector.cage") }),
);
find("#round-table").append(
  ...tables.map((/** @type {Record<string, any>} */ { table }) => element("option", { value: table, text: table })),
);
if (!find("#rounds").hidden) listRounds();
await log.search();
