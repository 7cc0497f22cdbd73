// Which of the player's wagers work now, what the table does by itself, and switching it.

import { money, spotKey } from "../common/money.js";
import { element } from "../common/page.js";
import { button, open, quiet, row, table, watch } from "./sheets.js";

/** @import { Stake } from "../common/messages.js" */
/** @import { Terminal } from "./terminal.js" */

/**
 * @param {any} spot
 * @param {any} comeOut
 */
export function defaultWords(spot, comeOut) {
  if (!spot?.sleeps) return "always working";
  return `off on the come out roll (${spot.sleeps})${comeOut ? ", which is now" : ""}`;
}

/**
 * Call it on or off; where a button stands for all similar wagers, with its like or alone. A call that waits can be taken back.
 * @param {Terminal} terminal
 * @param {Stake} stake
 * @param {string} name
 * @param {any} asked
 * @param {any} others
 */
function acts(terminal, stake, name, asked, others) {
  const key = spotKey(stake.wager, stake.on);
  if (asked)
    return button(
      "Withdraw the call",
      () => terminal.send({ type: "withdraw-call", seat: terminal.seat, wager: stake.wager, on: stake.on }),
      "",
      { "data-for": key, "aria-label": `Withdraw the call of ${name}` },
    );
  const to = stake.working ? "off" : "on";
  const call = (/** @type {string} */ text, /** @type {any} */ alone) =>
    button(`${text} ${to}`, () => terminal.placing.call(stake, !stake.working, alone), "", {
      "data-for": alone ? `${key} alone` : key,
      "aria-label": `${text} ${to}: ${name}`,
    });
  if (!others)
    return button(`Call ${to}`, () => terminal.placing.call(stake, !stake.working), "", {
      "data-for": key,
      "aria-label": `Call ${name} ${to}`,
    });
  return row(call("All similar", false), call("Only this", true));
}

/** @param {Terminal} terminal */
export function showSwitches(terminal) {
  const { view } = terminal.link;
  const own = view.stakes.filter((/** @type {Stake} */ stake) => stake.seat === terminal.seat);
  if (!own.length) {
    open("On and off", quiet("None of your chips lie on the layout."));
    return;
  }
  const rows = own.map((/** @type {Stake} */ stake) => {
    const spot = terminal.card[spotKey(stake.wager, stake.on)] ?? terminal.card[stake.wager];
    const asked = view.asked.find(
      (/** @type {any} */ call) =>
        call.seat === terminal.seat && spotKey(call.wager, call.on) === spotKey(stake.wager, stake.on),
    );
    const state = `${stake.working ? "working" : "off"}${stake.called === null ? "" : ", by your call"}${asked ? `; called ${asked.working ? "on" : "off"}, waits for the dealer` : ""}`;
    const act = stake.switchable
      ? acts(
          terminal,
          stake,
          spot?.name,
          asked,
          view.similar && own.some((/** @type {any} */ other) => other !== stake && other.wager === stake.wager),
        )
      : element("span", { class: "small quiet", text: "not switched" });
    const words = [
      element("p", { text: state }),
      element("p", { class: "small quiet", text: defaultWords(spot, view.come_out) }),
    ];
    return element(
      "tr",
      {},
      element("td", {}, element("strong", { text: spot?.name ?? stake.wager }), ...words),
      element("td", { class: "money", text: money(stake.stake) }),
      element("td", {}, act),
    );
  });
  open("On and off", table(["wager, how it stands, the table's default", "stake", ""], rows));
  watch(
    () => [terminal.own(), terminal.link.view.asked],
    () => showSwitches(terminal),
  );
}
