// What the player may look up: what would happen next, the last rounds, the card of wagers.

import { disputeSheet } from "./concerns.js";
import { checkDraw } from "./draw.js";
import { money, sayLimit, spotKey } from "./money.js";
import { element } from "./page.js";
import { resultOf } from "./rounds.js";
import { button, open, quiet, row, table } from "./sheets.js";

const name = (terminal, line) => terminal.card[spotKey(line.wager, line.on)]?.name ?? line.wager;

export async function showNext(terminal) {
  const outcomes = await terminal.link.ask("next");
  if (!outcomes?.some((outcome) => outcome.lines.length)) {
    open("What if?", quiet("Nothing of yours would be decided by the next result. Put a chip down and look again."));
    return;
  }
  const rows = outcomes.map((outcome) => element("tr", { class: outcome.change > 0 ? "up" : outcome.change < 0 ? "down" : "" },
    element("td", { text: outcome.shows }),
    element("td", { class: "money", text: outcome.chance }),
    element("td", { class: "money", text: outcome.lines.length ? money(outcome.change) : "—" }),
    element("td", { class: "small", text: outcome.lines.map((line) => `${name(terminal, line)} ${line.result} (${line.clause})`).join("; ") }),
  ));
  open("What if? Your chips under each next result", table(["result", "chance", "you", "because"], rows));
}

export function linesTable(terminal, lines) {
  if (!lines.length) return quiet("None of your wagers were decided.");
  const rows = lines.map((line) => element("tr", {},
    element("td", { text: name(terminal, line) }),
    element("td", { text: line.result }),
    element("td", { class: "money", text: money(line.stake) }),
    element("td", { class: "money", text: line.winnings ? `+${money(line.winnings)}` : "" }),
    element("td", { class: "clause", text: line.clause }),
  ));
  return table(["wager", "came", "stake", "won", "clause"], rows);
}

export async function showRecall(terminal, { every = false } = {}) {
  const rounds = await terminal.link.ask("recall");
  if (!rounds?.length) {
    open("Your last rounds", quiet("No round has been played since you sat down."));
    return;
  }
  const told = rounds.filter((round) => every || round.lines.length || round.reversed);
  const more = told.length < rounds.length ? row(button("Rounds without a decision for you too", () => showRecall(terminal, { every: true }))) : null;
  open("Your last rounds", told.length ? null : quiet("None of your wagers were decided in the last rounds."), ...told.map((round) => recalled(terminal, round)), more);
}

function recalled(terminal, round) {
  const at = new Date(round.at / 1000).toLocaleTimeString();
  const taken = round.reversed ? ` · taken back: ${round.reversed} (${round.reversed_by})` : "";
  const checked = element("p", { class: "small", role: "status" });
  const check = round.draw ? button("Check this draw", async () => { checked.textContent = await checkDraw(round.draw); }) : null;
  return element("section", { class: `recalled${round.reversed ? " reversed" : ""}` },
    element("h3", { text: resultOf(round) }),
    element("p", { class: "small quiet", text: `${at} · entry ${round.version} of the log${taken}` }),
    linesTable(terminal, round.lines),
    row(button("Dispute this round", () => disputeSheet(terminal, round)), check), checked,
  );
}

export function showCard(terminal) {
  const rows = Object.entries(terminal.card).map(([key, spot]) => element("tr", {},
    element("td", { text: spot.name }),
    element("td", { class: "number", text: spot.pays ?? "" }),
    element("td", { class: "number", text: spot.edge === undefined ? "" : `${spot.edge} = ${Number(spot.edge_percent).toFixed(2)}%` }),
    element("td", { class: "number", text: limits(terminal.spots[key]) }),
    element("td", { class: "clause", text: spot.clause }),
  ));
  const seen = new Set();
  const told = Object.values(terminal.card).filter((spot) => !seen.has(spot.wager) && seen.add(spot.wager));
  const words = element("dl", { class: "rules" }, ...told.flatMap((spot) => [
    element("dt", { text: `${spot.title} (${spot.clause})` }), element("dd", { text: [...spot.how, ...spot.also].join(" ") }),
  ]));
  open(`${terminal.link.view.name}: every wager`, quiet(KEYS), table(["wager", "pays", "house edge", "limits", "clause"], rows), words);
}

const KEYS = "Keys: 1–5 chip · Tab and Enter place · U undo · Shift U redo · C clear · R rebet · D double · O odds · F round up · S shortcuts · T take down · W on/off · N what if · L last rounds · ? this card";

function limits(spot) {
  return spot?.limit ? sayLimit(spot.limit) : "";
}
