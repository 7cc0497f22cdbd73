// The inspector's screen: the log searched and exported, rounds told again, the verifier, evidence, papers. Read only.

import { element, find, getSurely, signOut } from "../common/page.js";
import { EventLog } from "./log.js";
import { showPapers } from "./papers.js";
import { watch } from "./proof.js";
import { listRounds, tellRound } from "./rounds.js";

const TABS = ["log", "rounds", "proof", "papers"];

/** @param {string} name */
function choose(name) {
  for (const tab of TABS) {
    find(`#${tab}`).hidden = tab !== name;
    find(`#tab-${tab}`).setAttribute("aria-selected", String(tab === name));
    find(`#tab-${tab}`).tabIndex = tab === name ? 0 : -1;
  }
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
find("#tabs").addEventListener("keydown", (/** @type {any} */ event) => {
  /** @type {Record<string, number>} */
  const steps = { ArrowRight: 1, ArrowLeft: -1 };
  const step = steps[event.key];
  if (!step) return;
  const at = TABS.findIndex((tab) => !find(`#${tab}`).hidden);
  const next = TABS[(at + step + TABS.length) % TABS.length];
  choose(next);
  find(`#tab-${next}`).focus();
});
find("#search").addEventListener("submit", (/** @type {any} */ event) => {
  event.preventDefault();
  log.search();
});
find("#search").addEventListener("change", () => log.asked());
find("#notified").addEventListener("click", () => log.preset({ kind: "inspector-notified" }));
find("#refusals").addEventListener("click", () => log.preset({ kind: "refused" }));
find("#round-table").addEventListener("change", () => listRounds());
find("#earlier").addEventListener("click", () => listRounds(find("#round-list li:last-child button")?.dataset.version));
find("#sign-out").addEventListener("click", signOut);
const [me, { tables }, { kinds }] = await Promise.all(["/api/me", "/api/tables", "/api/inspect/papers"].map(getSurely));
find("#who").textContent = me.people.map((/** @type {any} */ [person]) => person).join(", ");
find("#kinds").append(...kinds.map((/** @type {any} */ value) => element("option", { value })));
find("#search [name=table]").append(
  ...tables.map((/** @type {Record<string, any>} */ { table }) => element("option", { value: table, text: table })),
  element("option", { value: "cage", text: "cage" }),
);
find("#round-table").append(
  ...tables.map((/** @type {Record<string, any>} */ { table }) => element("option", { value: table, text: table })),
);
if (!find("#rounds").hidden) listRounds();
await log.search();
