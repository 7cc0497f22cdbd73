// One banner and one countdown for every screen: is betting open, and for how long?

import { element } from "./page.js";
import { text } from "./text.js";

/** @import { Shown, View } from "./messages.js" */

const LAST_BETS = 5;

// What the banner says while nobody can know how the table stands.
export const NO_LINE = { words: text("common.connection-lost"), tone: "stopped" };

/**
 * @param {View} view
 * @param {number} now
 */
export function secondsLeft(view, now) {
  const until = view.awaited ? view.awaited[1] : view.closes_at; // a shot is awaited after the wagers are closed
  if (!until) return null;
  return Math.max(0, Math.ceil((until - now) / 1e6));
}

/**
 * May chips be put down? At a wheel also while the ball runs, until no more bets is called.
 * @param {View} view
 */
export const takesBets = ({ status, phase, spins, closed, awaited }) =>
  status === "open" && !closed && !awaited && (phase === "betting" || (spins && phase === "dice out"));

/** @param {View} view */
export function phaseWords(view, now = 0) {
  if (view.status === "checking") return { words: text("common.being-checked"), tone: "last" };
  if (view.status !== "open") return { words: text("common.table-closed"), tone: "closed" };
  if (view.suspended) return { words: text("common.play-stopped"), tone: "stopped" };
  if (view.phase === "result entered" && (view.entered === undefined || view.entered === null))
    return { words: text("common.called-unpaid"), tone: "closed" };
  if (view.phase === "result entered")
    return {
      words: text("common.called-not-paid", {
        result: Array.isArray(view.entered)
          ? text("common.two-dice", { first: String(view.entered[0]), second: String(view.entered[1]) })
          : String(view.entered),
      }),
      tone: "closed",
    };
  if (view.phase === "dice out") {
    if (!view.closed && view.spins) return { words: text("common.ball-running"), tone: "last" };
    return { words: text(view.spins ? "common.no-more-bets" : "common.dice-out"), tone: "closed" };
  }
  if (view.awaited)
    return {
      words: view.awaited[0]
        ? text("common.seat-to-shoot", { seat: String(view.awaited[0]) })
        : text("common.dice-shot"),
      tone: "closed",
    };
  if (view.closed) return { words: text("common.no-more-bets"), tone: "closed" };
  if (view.uncalled && view.phase === "betting") return { words: text("common.wait-for-bets"), tone: "closed" };
  const left = view.closes_at ? secondsLeft(view, now) : null;
  if (left !== null && left <= LAST_BETS) return { words: text("common.last-bets"), tone: "last" };
  if (typeof view.point === "number" && !view.spins)
    return { words: text("common.bets-on-point", { point: String(view.point) }), tone: "open" };
  return { words: text("common.place-bets"), tone: "open" };
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
  const shown = dice ? String(result[0] + result[1]) : String(result);
  const plain = dice
    ? `${shown}, ${text("common.two-dice", { first: String(result[0]), second: String(result[1]) })}`
    : `${shown} ${colourOf(result)}`;
  const before = Array.isArray(entered) ? entered[0] + entered[1] : entered;
  const said = reversed
    ? text("common.result-taken-back", { result: plain, why: reversed })
    : entered === undefined
      ? plain
      : text("common.result-corrected", { result: plain, before: String(before) });
  const kind = dice ? (result[0] + result[1] === 7 ? "seven" : "total") : colourOf(result);
  const item = element("li", {
    class: `${kind}${reversed ? " reversed" : ""}${entered === undefined ? "" : " corrected"}`,
    text: shown,
    title: said,
  });
  item.setAttribute("aria-label", said);
  return item;
}
