// What the player may look up: what would happen next, the last rounds, the card of wagers.

import { money, sayLimit, spotKey } from "../common/money.js";
import { announce, element } from "../common/page.js";
import { adjustedTo, resultOf } from "../common/rounds.js";
import { approved, clauses, rulesOf } from "../common/rulebook.js";
import { clock } from "../common/times.js";
import { disputeSheet } from "./concerns.js";
import { checkDraw } from "./draw.js";
import { button, open, quiet, row, table } from "./sheets.js";

/** @import { Line } from "../common/messages.js" */
/** @import { Terminal } from "./terminal.js" */

/**
 * A wager that has travelled to a number has no spot of its own there.
 * @param {Record<string, any>} given
 * @param {Record<string, any>} given
 */
function name({ card }, { wager, on }) {
  return card[spotKey(wager, on)]?.name ?? (card[wager] ? `${card[wager].name} on ${on}` : wager);
}

/**
 * Totals in their order; what two ways of throwing one, or several numbers of a wheel, do alike is told once.
 * @param {any} outcomes
 */
export function together(outcomes) {
  const kept = new Map();
  for (const outcome of outcomes) {
    const { result, lines } = outcome;
    const total = Array.isArray(result) ? result[0] + result[1] : null;
    const key = JSON.stringify([total, lines]);
    const like = kept.get(key);
    if (like) like.ways.push(outcome);
    else kept.set(key, { ...outcome, total, ways: [outcome] });
  }
  return [...kept.values()].sort((a, b) => (a.total ?? -a.change) - (b.total ?? -b.change));
}

/**
 * Fractions as text, "1/18", summed exactly.
 * @param {any[]} parts
 */
export function chances(parts) {
  const [over, under] = parts
    .map((/** @type {any} */ part) => part.split("/").map(Number))
    .reduce((/** @type {any} */ [a, b], /** @type {any} */ [c, d = 1]) => [a * d + c * b, b * d], [0, 1]);
  /** @type {(a: number, b: number) => number} */
  const divisor = (a, b) => (b ? divisor(b, a % b) : a);
  const by = divisor(over, under);
  return under === by ? String(over / by) : `${over / by}/${under / by}`;
}

/**
 * One way is told by its dice, "hard 6 (3-3)"; several that do the same by their total, or by their numbers.
 * @param {Record<string, any>} given
 * @param {any} all
 */
function shows({ ways, shows: one, total }, all) {
  if (ways.length === 1) return one;
  if (total === null) return ways.map((/** @type {Record<string, any>} */ { result }) => result).join(", ");
  const alone = all.filter((/** @type {any} */ other) => other.total === total).length === 1;
  return alone
    ? String(total)
    : `${total} (${ways.map((/** @type {Record<string, any>} */ { result }) => result.join("-")).join(", ")})`;
}

/** @param {Terminal} terminal */
function isDown(terminal) {
  if (!terminal.link.up)
    announce("The line to the table is down. This cannot be looked up until it is back.", { bad: true });
  return !terminal.link.up;
}

/** @param {Terminal} terminal */
export async function showNext(terminal) {
  if (isDown(terminal)) return;
  const outcomes = await terminal.link.ask("next");
  if (!outcomes?.some((/** @type {any} */ outcome) => outcome.lines.length)) {
    open("What if?", quiet("Nothing of yours would be decided by the next result. Put a chip down and look again."));
    return;
  }
  const told = together(outcomes);
  const rows = told.map((outcome) =>
    element(
      "tr",
      { class: outcome.change > 0 ? "up" : outcome.change < 0 ? "down" : "" },
      element("td", { text: shows(outcome, told) }),
      element("td", {
        class: "money",
        text: chances(outcome.ways.map((/** @type {Record<string, any>} */ { chance }) => chance)),
      }),
      element("td", { class: "money", text: outcome.lines.length ? money(outcome.change) : "—" }),
      element("td", {
        class: "small",
        text: outcome.lines
          .map((/** @type {Line} */ line) => `${name(terminal, line)} ${line.result} (${line.clause})`)
          .join("; "),
      }),
    ),
  );
  open("What if? Your chips under each next result", table(["result", "chance", "you", "because"], rows));
}

/**
 * @param {Terminal} terminal
 * @param {any} lines
 */
export function linesTable(terminal, lines) {
  if (!lines.length) return quiet("None of your wagers were decided.");
  const rows = lines.map((/** @type {Line} */ line) =>
    element(
      "tr",
      {},
      element("td", { text: name(terminal, line) }),
      element("td", { text: line.result }),
      element("td", { class: "money", text: money(line.stake) }),
      element("td", { class: "money", text: line.winnings ? `+${money(line.winnings)}` : "" }),
      element("td", { class: "clause", text: line.clause }),
    ),
  );
  return table(["wager", "came", "stake", "won", "clause"], rows);
}

/** @param {Terminal} terminal */
export async function showRecall(terminal, { every = false } = {}) {
  if (isDown(terminal)) return;
  const rounds = await terminal.link.ask("recall");
  if (!rounds?.length) {
    open("Your last rounds", quiet("No round has been played since you sat down."));
    return;
  }
  const told = rounds.filter(
    (/** @type {any} */ round) =>
      every ||
      round.lines.length ||
      round.reversed ||
      round.adjusted?.some((/** @type {Record<string, any>} */ { cents }) => cents),
  );
  const more =
    told.length < rounds.length
      ? row(button("Rounds without a decision for you too", () => showRecall(terminal, { every: true })))
      : null;
  open(
    "Your last rounds",
    told.length ? null : quiet("None of your wagers were decided in the last rounds."),
    ...told.map((/** @type {any} */ round) => recalled(terminal, round)),
    more,
  );
}

/**
 * Set right once its chips had moved: what it came to, why, by whom, and what that is to the player.
 * @param {any} adjustment
 */
function setRight(adjustment) {
  const { reason, clause, people, cents } = adjustment;
  const change =
    cents > 0
      ? `You got ${money(cents)} more.`
      : cents < 0
        ? `You got ${money(-cents)} less.`
        : "Nothing changed for you.";
  return element(
    "p",
    { class: "set-right" },
    element("strong", { text: `Set right later: ${adjustedTo(adjustment)}. ${change}` }),
    element("span", { class: "small", text: `Why: ${reason} (${clause}). ${people.join(" and ")} agreed on it.` }),
  );
}

/**
 * @param {Terminal} terminal
 * @param {any} round
 */
export function recalled(terminal, round) {
  const at = clock(round.at);
  const taken = round.reversed ? ` · taken back: ${round.reversed} (${round.reversed_by})` : "";
  const checked = element("p", { class: "small", role: "status" });
  const check = round.draw
    ? button("Check this draw", async () => {
        checked.textContent = await checkDraw(round.draw);
      })
    : null;
  return element(
    "section",
    { class: `recalled${round.reversed ? " reversed" : round.adjusted?.length ? " adjusted" : ""}` },
    element("h3", { text: resultOf(round) }),
    element("p", { class: "small quiet", text: `${at} · entry ${round.version} of the log${taken}` }),
    linesTable(terminal, round.lines),
    ...(round.adjusted ?? []).map(setRight),
    row(
      button("Dispute this round", () => disputeSheet(terminal, round)),
      check,
    ),
    checked,
  );
}

/** @param {Terminal} terminal */
export function showCard(terminal) {
  const rows = Object.entries(terminal.card).map(([key, spot]) =>
    element(
      "tr",
      {},
      element("td", { text: spot.name }),
      element("td", { class: "number", text: spot.pays ?? "" }),
      element("td", {
        class: "number",
        text: spot.edge === undefined ? "" : `${spot.edge} = ${Number(spot.edge_percent).toFixed(2)}%`,
      }),
      element("td", { class: "number", text: limits(terminal.legality.spots[key]) }),
      element("td", { class: "clause", text: spot.clause }),
    ),
  );
  const seen = new Set();
  const told = Object.values(terminal.card).filter((spot) => !seen.has(spot.wager) && seen.add(spot.wager));
  const words = element(
    "dl",
    { class: "rules" },
    ...told.flatMap((spot) => [
      element("dt", { text: `${spot.title} (${spot.clause})` }),
      element("dd", { text: [...spot.how, ...spot.also].join(" ") }),
    ]),
  );
  const { shooting } = terminal.link.view;
  const shooter = shooting
    ? quiet(
        `To shoot: ${Object.entries(shooting.least)
          .map(([wager, cents]) => `at least ${money(cents)} on ${terminal.card[wager]?.name ?? wager}`)
          .join(", or ")}; without such a wager the dice are shot by themselves (${shooting.clause}).`,
      )
    : null;
  const rules = element("div", { id: "approved-rules" });
  const all = element("div", {});
  rulesOf(terminal.link.view.book).then((told) => {
    rules.replaceChildren(approved(told));
    all.replaceChildren(clauses(told));
  });
  open(
    `${terminal.link.view.name}: every wager`,
    rules,
    quiet(KEYS),
    shooter,
    table(["wager", "pays", "house edge", "limits", "clause"], rows),
    words,
    all,
  );
}

const KEYS =
  "Keys: 1–5 chip · Tab and Enter place · U undo · Shift U redo · C clear · R rebet · D double · O odds · F round up · S shortcuts · T take down · W on/off · N what if · L last rounds · ? this card";

/** @param {any} spot */
function limits(spot) {
  return spot?.limit ? sayLimit(spot.limit) : "";
}
