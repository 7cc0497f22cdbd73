// A result set right, shown as before, after and why. The sheet stays until the player puts it away.

import { linesTable } from "./looking.js";
import { money } from "./money.js";
import { element, find } from "./page.js";
import { resultOf } from "./rounds.js";

const due = (round) => round.lines.reduce((sum, line) => sum + line.winnings + line.returned + line.commission_back, 0);

function side(terminal, title, round) {
  return element("section", {}, element("h3", { text: `${title}: ${resultOf(round)}` }), linesTable(terminal, round.lines),
    element("p", { class: "money", text: `Came back to you: ${money(due(round))}` }));
}

// The rounds that were taken back after a version of the log, each with the one that stands instead.
export function corrected(rounds, since) {
  const oldest = [...rounds].reverse();
  return oldest.filter((round) => round.reversed_at > since)
    .map((before) => ({ before, after: oldest.find((round) => round.version > before.reversed_at) ?? null }));
}

export function showCorrection(terminal, { before, after }) {
  const change = after ? due(after) - due(before) : 0;
  put("A result was set right",
    element("p", { text: `Why: ${before.reversed} (${before.reversed_by})` }),
    side(terminal, "Before", before), after ? side(terminal, "After", after) : null,
    element("p", { class: "change", text: change > 0 ? `You get ${money(change)} more.` : change < 0 ? `You get ${money(-change)} less.` : "Nothing changes for you." }));
}

// A round whose chips had moved: two people agreed on what each player is due of it.
export function showAdjustment(terminal, event, player) {
  const own = event.lines.filter((line) => line[1] === player);
  if (!own.length) return;
  const cents = own.reduce((sum, line) => sum + line[2], 0);
  put("An earlier round was set right",
    element("p", { text: `Entry ${event.version} of the log should have shown ${[event.result].flat().join(" and ")} (${event.clause}); ${event.proposed_by} and ${event.agreed_by} agreed on it.` }),
    element("p", { class: "change", text: cents >= 0 ? `You are paid ${money(cents)}.` : `${money(-cents)} is taken back.` }));
}

function put(title, ...content) {
  const dialog = find("#correction");
  find("#correction-title").textContent = title;
  find("#correction-body").append(element("article", {}, ...content));
  if (!dialog.open) dialog.showModal();
}

export function putAway() {
  find("#correction-body").replaceChildren();
  find("#correction").close();
}
