// What a crew must know beside the round: sentences on the state of the table, reasons for no result, the float.

import { announced, nameOf, tableSigns } from "../common/notices.js";
import { sayFloat, showOrders } from "../common/orders.js";
import { element, find } from "../common/page.js";
import { redraw } from "../common/redraw.js";
import { text } from "../common/text.js";
import { hour } from "../common/times.js";
import { sayRuling } from "./faces.js";

/** @import { Command, View } from "../common/messages.js" */
/** @import { CrewTerminal } from "./terminal.js" */

/**
 * What a crew must know beside the round, one sentence each.
 * @param {CrewTerminal} terminal
 * @param {View} view
 */
export function showState({ told, card, guide }, view) {
  const lucky = view.lucky
    ? text(view.boost ? "crew.lucky-boosted" : "crew.lucky", {
        numbers: Object.entries(view.lucky)
          .map(([colour, number]) => `${colour} ${number}`)
          .join(", "),
        colour: view.boost?.[0] ?? "",
        pays: view.boost?.[1] ?? "",
      })
    : "";
  const sentences = [
    view.suspended ? text(told.called ? "crew.stopped-called" : "crew.stopped", { why: view.suspended }) : "",
    ...(told.doubted ?? []).map((what) => text("crew.spin-in-doubt", { what })),
    sayRuling(told.disputed),
    told.screen_out ? text("crew.screen-out", { why: told.screen_out }) : "",
    told.electronic ? text("crew.runs-by-itself") : "",
    lucky,
    view.closing ? text("crew.closes-at", { time: hour(view.closing) }) : "",
    ...announced(view, (/** @type {string} */ wager) => nameOf(card, wager)).map(({ what, at }) =>
      text("crew.announced-from", { what, time: hour(at) }),
    ),
    ...tableSigns(view, (/** @type {string} */ wager) => nameOf(card, wager)).map(
      ({ text: sign, clause }) => `${sign} (${clause}).`,
    ),
  ].filter(Boolean);
  find("#state").hidden = sentences.length === 0;
  find("#state").textContent = sentences.join(" ");
  guide.tell(sentences.join(" "));
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
  const first = [...terminal.told.no_result].sort((a, b) => Number(b.must) - Number(a.must));
  redraw(find("#reasons"), ...first.map((reason) => reasonCell(terminal, reason)));
}

/**
 * @param {CrewTerminal} terminal
 * @param {{ reason: string, clause: string, must: boolean }} given
 */
function reasonCell(terminal, { reason, clause, must }) {
  return element(
    "div",
    { class: `reason${must ? " must" : ""}` },
    element(
      "button",
      {
        type: "button",
        class: "calls-it",
        "data-key": reason,
        onclick: () => terminal.send({ type: "call-no-roll", reason }),
      },
      element("span", { text: reason }),
      element("small", { text: text(must ? "crew.must-be-called" : "crew.may-be-called", { clause }) }),
    ),
    element("button", {
      type: "button",
      class: "report",
      "data-key": `report ${reason}`,
      text: text("crew.report"),
      "aria-label": text("crew.report-only", { reason }),
      onclick: () => terminal.send({ type: "report-throw", what: reason }),
    }),
  );
}

/**
 * The float's balance for all to see, and what whoever is at this screen may order of the house.
 * @param {CrewTerminal} terminal
 */
export function showKeeping(terminal) {
  const { float, orders, period } = terminal.told;
  find("#keeping").hidden = !float || !find("#entry").hidden; // an entry has the room to itself
  find("#float").textContent = [
    float ? sayFloat(float) : "",
    period ? text("crew.seconds-to-wager", { count: period }) : "",
  ]
    .filter(Boolean)
    .join(" · ");
  showOrders(find("#orders"), orders, (/** @type {Command} */ command) => terminal.send(command));
  find("#no-orders").hidden = orders.length > 0;
}
