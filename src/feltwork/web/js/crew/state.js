// What a crew must know beside the round: sentences on the state of the table, reasons for no result, the float.

import { announced, nameOf, tableSigns } from "../common/notices.js";
import { sayFloat, showOrders } from "../common/orders.js";
import { element, find } from "../common/page.js";
import { redraw } from "../common/redraw.js";
import { hour } from "../common/times.js";
import { sayRuling } from "./faces.js";

/** @import { Command, View } from "../common/messages.js" */
/** @import { CrewTerminal } from "./terminal.js" */

/**
 * What a crew must know beside the round, one sentence each.
 * @param {CrewTerminal} terminal
 * @param {View} view
 */
export function showState({ told, card }, view) {
  const lucky = view.lucky
    ? `Lucky Ball: ${Object.entries(view.lucky)
        .map(([colour, number]) => `${colour} ${number}`)
        .join(", ")}${view.boost ? `; ${view.boost[0]} pays ${view.boost[1]}` : ""}.`
    : "";
  const sentences = [
    view.suspended ? `Play is stopped: ${view.suspended}.${told.called ? " A supervisor has been called." : ""}` : "",
    ...(told.doubted ?? []).map((what) => `The last spin is in doubt: ${what}. A supervisor rules on it.`),
    sayRuling(told.disputed),
    told.screen_out ? `The Lucky Ball screen is out of use: ${told.screen_out}.` : "",
    told.electronic
      ? "This table runs by itself: wagers close by its clock, a player shoots, and its sensors read the dice."
      : "",
    lucky,
    view.closing ? `The table closes at ${hour(view.closing)}.` : "",
    ...announced(view, (/** @type {string} */ wager) => nameOf(card, wager)).map(
      ({ what, at }) => `${what} from ${hour(at)}.`,
    ),
    ...tableSigns(view, (/** @type {string} */ wager) => nameOf(card, wager)).map(
      ({ text, clause }) => `${text} (${clause}).`,
    ),
  ].filter(Boolean);
  find("#state").hidden = sentences.length === 0;
  find("#state").textContent = sentences.join(" ");
  find("#house").hidden = !told.house_dealer || told.electronic;
}

/**
 * The book's reasons for a throw or spin that does not count: call it so, or report what was seen.
 * @param {CrewTerminal} terminal
 */
export function showReasons(terminal) {
  const none = !terminal.told.no_result.length;
  find("#invalid").hidden = none;
  if (none) find("#invalid").open = false;
  redraw(
    find("#reasons"),
    ...terminal.told.no_result.map(({ reason, clause, must }) =>
      element(
        "div",
        { class: "reason" },
        element(
          "button",
          { type: "button", onclick: () => terminal.send({ type: "call-no-roll", reason }) },
          element("span", { text: reason }),
          element("small", { text: `${clause}${must ? " · must be called" : " · may be called"}` }),
        ),
        element("button", {
          type: "button",
          class: "report",
          text: "Report",
          "aria-label": `Report only: ${reason}`,
          onclick: () => terminal.send({ type: "report-throw", what: reason }),
        }),
      ),
    ),
  );
}

/**
 * The float's balance for all to see, and what whoever is at this screen may order of the house.
 * @param {CrewTerminal} terminal
 */
export function showKeeping(terminal) {
  const { float, orders, period } = terminal.told;
  find("#keeping").hidden = !float || !find("#entry").hidden; // an entry has the room to itself
  find("#float").textContent = [float ? sayFloat(float) : "", period ? `${period} s to wager` : ""]
    .filter(Boolean)
    .join(" · ");
  showOrders(find("#orders"), orders, (/** @type {Command} */ command) => terminal.send(command));
  find("#no-orders").hidden = orders.length > 0;
}
