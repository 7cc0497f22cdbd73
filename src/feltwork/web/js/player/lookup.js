// What the player may look up: what would happen next, the last rounds.

import { money, signed } from "../common/money.js";
import { announce, element } from "../common/page.js";
import { adjustedTo, resultOf } from "../common/rounds.js";
import { text } from "../common/text.js";
import { clock } from "../common/times.js";
import { disputeSheet } from "./concerns.js";
import { checkDraw } from "./draw.js";
import { nameAt, netOf } from "./resultbar.js";
import { button, open, quiet, row, table } from "./sheets.js";

/** @import { Line } from "../common/messages.js" */
/** @import { Terminal } from "./terminal.js" */

const toneOf = (/** @type {number} */ cents) => (cents > 0 ? "good" : cents < 0 ? "bad" : "");
const name = (/** @type {Terminal} */ { card }, /** @type {any} */ line) => nameAt(card, line);

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
  if (!terminal.link.up) announce(text("common.not-looked-up"), { bad: true });
  return !terminal.link.up;
}

/** @param {Terminal} terminal */
export async function showNext(terminal) {
  if (isDown(terminal)) return;
  const outcomes = await terminal.link.ask("next");
  if (!outcomes?.some((/** @type {any} */ outcome) => outcome.lines.length)) {
    open(text("player.what-if"), quiet(text("player.no-next")));
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
      element("td", { class: "money", text: outcome.lines.length ? signed(outcome.change) : "—" }),
      element("td", {
        class: "small",
        text: outcome.lines
          .map(
            (/** @type {Line} */ line) =>
              `${name(terminal, line)} ${text(`player.came-${line.result}`)} (${line.clause})`,
          )
          .join("; "),
      }),
    ),
  );
  open(text("player.what-if-title"), table(["result", "chance", "you", "because"], rows));
}

/**
 * @param {Terminal} terminal
 * @param {any} lines
 */
export function linesTable(terminal, lines) {
  if (!lines.length) return quiet(text("player.none-decided"));
  const rows = lines.map((/** @type {Line} */ line) =>
    element(
      "tr",
      {},
      element("td", { text: name(terminal, line) }),
      element("td", { text: text(`player.came-${line.result}`) }),
      element("td", { class: "money", text: money(line.stake) }),
      element("td", { class: `money ${toneOf(netOf(line))}`, text: signed(netOf(line)) }),
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
    open(text("player.your-last-rounds"), quiet(text("player.no-rounds")));
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
      ? row(button(text("player.every-round"), () => showRecall(terminal, { every: true })))
      : null;
  open(
    text("player.your-last-rounds"),
    told.length ? null : quiet(text("player.none-decided-lately")),
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
      ? text("player.got-more", { amount: money(cents) })
      : cents < 0
        ? text("player.got-less", { amount: money(-cents) })
        : text("player.got-same");
  return element(
    "p",
    { class: "set-right" },
    element("strong", { text: text("player.corrected-later", { result: adjustedTo(adjustment), change }) }),
    element("span", {
      class: "small",
      text: text("player.why-agreed", { reason, clause, people: people.join(text("player.and")) }),
    }),
  );
}

/**
 * @param {Terminal} terminal
 * @param {any} round
 */
export function recalled(terminal, round) {
  const at = clock(round.at);
  const taken = round.reversed ? text("player.taken-back", { why: round.reversed, clause: round.reversed_by }) : "";
  const checked = element("p", { class: "small", role: "status" });
  const check = round.draw
    ? button(text("player.check-draw"), async () => {
        checked.textContent = await checkDraw(round.draw);
      })
    : null;
  return element(
    "section",
    { class: `recalled${round.reversed ? " reversed" : round.adjusted?.length ? " adjusted" : ""}` },
    element("h3", { text: resultOf(round) }),
    element("p", { class: "small quiet", text: text("player.entry", { at, version: String(round.version), taken }) }),
    linesTable(terminal, round.lines),
    ...(round.adjusted ?? []).map(setRight),
    row(
      button(text("player.dispute-round"), () => disputeSheet(terminal, round)),
      check,
    ),
    checked,
  );
}
