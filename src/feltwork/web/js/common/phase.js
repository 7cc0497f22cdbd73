// One banner and one countdown for every screen: is betting open, and for how long?

import { element } from "./page.js";

/** @import { Shown, View } from "./messages.js" */

const LAST_BETS = 5;

// What the banner says while nobody can know how the table stands.
export const NO_LINE = { words: "No line to the table", tone: "stopped" };

/**
 * @param {View} view
 * @param {number} now
 */
export function secondsLeft(view, now) {
  const until = view.awaited ? view.awaited[1] : view.closes_at; // a shot is awaited after the wagers are closed
  if (!until) return null;
  return Math.max(0, Math.ceil((until - now) / 1e6));
}

/** @param {View} view */
export function phaseWords(view, now = 0) {
  if (view.status === "checking") return { words: "Being checked", tone: "last" };
  if (view.status !== "open") return { words: "Table closed", tone: "closed" };
  if (view.suspended) return { words: "Play is stopped", tone: "stopped" };
  if (view.phase === "result entered")
    return {
      words: `Called: ${Array.isArray(view.entered) ? view.entered.join(" and ") : (view.entered ?? "the result")} — not paid yet`,
      tone: "closed",
    };
  if (view.phase === "dice out") {
    if (!view.closed && view.spins) return { words: "Ball is running — last bets", tone: "last" };
    return { words: view.spins ? "No more bets" : "Dice are out", tone: "closed" };
  }
  if (view.awaited)
    return { words: view.awaited[0] ? `Seat ${view.awaited[0]} to shoot` : "Dice are shot", tone: "closed" };
  if (view.closed) return { words: "No more bets", tone: "closed" };
  if (view.uncalled && view.phase === "betting") return { words: "Wait for place your bets", tone: "closed" };
  const left = view.closes_at ? secondsLeft(view, now) : null;
  if (left !== null && left <= LAST_BETS) return { words: "Last bets", tone: "last" };
  const point = typeof view.point === "number" && !view.spins ? ` — point is ${view.point}` : "";
  return { words: `Place your bets${point}`, tone: "open" };
}

/**
 * The colours of the wheel's pockets, as the layout tells them.
 * @type {Map<string, string>}
 */
let colours = new Map();

/** @param {{ pocket: number | string, colour: string }[]} wheel */
export function useWheel(wheel) {
  colours = new Map(wheel.map(({ pocket, colour }) => [String(pocket), colour]));
}

/** @param {number | string} pocket */
export const colourOf = (pocket) => colours.get(String(pocket)) ?? "";

/** @param {Shown} shown */
export function historyItem({ result, reversed, entered }) {
  const dice = Array.isArray(result);
  const text = dice ? String(result[0] + result[1]) : String(result);
  const plain = dice ? `${text}, ${result[0]} and ${result[1]}` : `${text} ${colourOf(result)}`;
  const before = Array.isArray(entered) ? entered[0] + entered[1] : entered;
  const said = reversed
    ? `${plain}, taken back: ${reversed}`
    : entered === undefined
      ? plain
      : `${plain}, set right from ${before}`;
  const kind = dice ? (result[0] + result[1] === 7 ? "seven" : "total") : colourOf(result);
  const item = element("li", {
    class: `${kind}${reversed ? " reversed" : ""}${entered === undefined ? "" : " corrected"}`,
    text,
    title: said,
  });
  item.setAttribute("aria-label", said);
  return item;
}
