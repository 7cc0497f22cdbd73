// At a table that runs by itself the crew follows: how far the round is, what is wrong at terminals, the last rounds.

import { money } from "../common/money.js";
import { element } from "../common/page.js";
import { called } from "../common/people.js";
import { redraw } from "../common/redraw.js";
import { resultWords } from "../common/rounds.js";
import { text } from "../common/text.js";
import { dieFace } from "./sensed.js";

/** @import { CrewTold, Shown, View } from "../common/messages.js" */

const ROUNDS = 4;
const GOES = ["open", "closed", "shot", "read"];

/**
 * How far a round is: bets are taken, closed, a player shoots, the sensors read.
 * @param {View} view
 */
export function stepOf(view) {
  if (view.phase !== "betting") return "read";
  if (view.awaited) return "shot";
  return view.closed ? "closed" : "open";
}

/** @param {View} view */
function round(view) {
  const now = stepOf(view);
  const seat = view.awaited?.[0] ?? view.shooter;
  const words = (/** @type {string} */ step) =>
    step === "shot" && seat ? text("crew.goes-shot-seat", { seat: String(seat) }) : text(`crew.goes-${step}`);
  return element(
    "section",
    { class: "panel", "data-key": "round" },
    element("h2", { text: text("crew.round-goes") }),
    element(
      "ol",
      { class: "goes" },
      ...GOES.map((step) =>
        element("li", {
          class: GOES.indexOf(step) < GOES.indexOf(now) ? "past" : "",
          "aria-current": step === now ? "step" : "false",
          text: words(step),
        }),
      ),
    ),
  );
}

/**
 * @param {View} view
 * @param {NonNullable<CrewTold["terminals"]>} terminals
 */
function terminalsOf(view, terminals) {
  const wrong = [
    ...Object.entries(terminals.faulty).map(([seat, error]) => text("crew.terminal-out", { seat, error })),
    ...terminals.withheld.map(([player, cents]) =>
      text("crew.credits-kept", { player: called(player), amount: money(cents) }),
    ),
  ];
  return element(
    "section",
    { class: `panel${wrong.length ? " wrong" : ""}`, "data-key": "terminals" },
    element("h2", { text: text("crew.terminals") }),
    wrong.length
      ? element("ul", { class: "plain" }, ...wrong.map((words) => element("li", { text: words })))
      : element("p", {
          class: "quiet",
          text: text("crew.terminals-work", { count: Object.keys(view.seats).length }),
        }),
    wrong.length ? element("p", { class: "quiet", text: text("crew.terminal-next") }) : null,
  );
}

/** @param {Shown[]} history */
function lastRounds(history) {
  const last = history.slice(-ROUNDS - 1, -1).reverse(); // the newest stands above, as the sensors read it
  return element(
    "section",
    { class: "panel", "data-key": "last" },
    element("h2", { text: text("crew.last-rounds") }),
    last.length
      ? element(
          "ol",
          { class: "plain last" },
          ...last.map(({ result }) =>
            element(
              "li",
              {},
              Array.isArray(result) ? element("span", { "aria-hidden": "true" }, ...result.map(dieFace)) : null,
              element("span", { text: resultWords(result) }),
            ),
          ),
        )
      : element("p", { class: "quiet", text: text("crew.no-rounds") }),
  );
}

/**
 * @param {HTMLElement} place
 * @param {View} view
 * @param {CrewTold["terminals"]} terminals nothing at a table that a crew deals
 */
export function showFollowed(place, view, terminals) {
  place.hidden = !terminals;
  if (terminals) redraw(place, round(view), terminalsOf(view, terminals), lastRounds(view.history));
}
