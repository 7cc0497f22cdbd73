// The player's sheets: what if, last rounds, the rules card, and the rest.

import { money, spotKey } from "./money.js";
import { element, find, signOut } from "./page.js";

const NOTES = [500, 1000, 2000, 5000, 10000];

export function open(title, ...content) {
  const dialog = find("#dialog");
  find("#dialog-title").textContent = title;
  find("#dialog-body").replaceChildren(...content);
  if (!dialog.open) dialog.showModal();
}

export async function showNext(terminal) {
  const outcomes = await terminal.link.ask("next");
  if (!outcomes?.some((outcome) => outcome.lines.length)) {
    open("What if?", element("p", { text: "Nothing of yours would be decided by the next result." }));
    return;
  }
  const groups = new Map();
  for (const outcome of outcomes) {
    const name = Array.isArray(outcome.result) ? outcome.shows : String(outcome.shows);
    groups.set(name, outcome);
  }
  const rows = [...groups.values()].map((outcome) => element("tr", { class: outcome.change > 0 ? "up" : outcome.change < 0 ? "down" : "" },
    element("td", { text: outcome.shows }),
    element("td", { class: "money", text: outcome.chance }),
    element("td", { class: "money", text: outcome.lines.length ? money(outcome.change) : "—" }),
    element("td", { class: "small", text: outcome.lines.map((line) => `${name(terminal, line)} ${line.result} (${line.clause})`).join("; ") }),
  ));
  open("What if? Your chips under each next result", table(["result", "chance", "you", "because"], rows));
}

function name(terminal, line) {
  return terminal.card[spotKey(line.wager, line.on)]?.name ?? line.wager;
}

function table(heads, rows) {
  const head = element("tr", {}, ...heads.map((text) => element("th", { text, class: text === "you" || text === "chance" ? "money" : "" })));
  return element("table", {}, element("thead", {}, head), element("tbody", {}, ...rows));
}

export async function showRecall(terminal) {
  const rounds = await terminal.link.ask("recall");
  if (!rounds?.length) {
    open("Last rounds", element("p", { text: "No round has been played at this table yet." }));
    return;
  }
  open("Your last rounds", ...rounds.map((round) => recalled(terminal, round)));
}

function recalled(terminal, round) {
  const dice = Array.isArray(round.result);
  const title = round.invalid ? `No result: ${round.invalid} (${round.clause})`
    : dice ? `${round.result[0]} and ${round.result[1]}, total ${round.result[0] + round.result[1]}` : `Number ${round.result}`;
  const lines = round.lines.map((line) => element("tr", {},
    element("td", { text: name(terminal, line) }),
    element("td", { text: line.result }),
    element("td", { class: "money", text: money(line.stake) }),
    element("td", { class: "money", text: line.winnings ? `+${money(line.winnings)}` : "" }),
    element("td", { class: "clause", text: line.clause }),
  ));
  const at = new Date(round.at / 1000).toLocaleTimeString();
  return element("section", { class: `recalled${round.reversed ? " reversed" : ""}` },
    element("h3", { text: `${title}` }), element("p", { class: "small quiet", text: `${at}${round.reversed ? ` · taken back: ${round.reversed}` : ""}` }),
    lines.length ? table(["wager", "came", "stake", "won", "clause"], lines) : element("p", { class: "quiet small", text: "None of your wagers were decided." }),
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
  open(`${terminal.link.view.name}: every wager`, keysHelp(), table(["wager", "pays", "house edge", "limits", "clause"], rows));
}

function keysHelp() {
  return element("p", { class: "small quiet", text: "Keys: 1–5 chip · Tab and Enter place · U undo · Shift U redo · C clear · R rebet · D double · O odds · T take down · W on/off" });
}

function limits(spot) {
  if (!spot?.limit) return "";
  const [low, high] = spot.limit;
  return `${money(low ?? 0)} – ${high === null ? "open" : money(high)}`;
}

export function showMore(terminal, part = "all") {
  const notes = NOTES.map((amount) => element("button", { type: "button", text: `Note of ${money(amount)}`, onclick: () => terminal.cashIn(amount) }));
  const cash = element("section", {}, element("h3", { text: "Note acceptor" }), element("div", { class: "row" }, ...notes));
  const rest = element("section", {}, element("h3", { text: "This terminal" }),
    element("p", { class: "quiet", text: `Table ${terminal.me.table}, seat ${terminal.seat}, player ${terminal.me.people[0][0]}` }),
    element("div", { class: "row" },
      element("button", { type: "button", text: "Leave the seat", onclick: () => terminal.send({ type: "leave", seat: terminal.seat }) }),
      element("button", { type: "button", text: "Sign out", onclick: signOut })));
  open(part === "cash" ? "Cash in" : "More", cash, ...(part === "cash" ? [] : [rest]));
}
