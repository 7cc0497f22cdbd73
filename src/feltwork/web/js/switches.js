// Which of the player's wagers work now, what the table does by itself, and switching it.

import { money, spotKey } from "./money.js";
import { element } from "./page.js";
import { button, open, quiet, table, watch } from "./sheets.js";

export function defaultWords(spot, comeOut) {
  if (!spot?.sleeps) return "always working";
  return `off on the come out roll (${spot.sleeps})${comeOut ? ", which is now" : ""}`;
}

export function showSwitches(terminal) {
  const { view } = terminal.link;
  const own = view.stakes.filter((stake) => stake.seat === terminal.seat);
  if (!own.length) {
    open("On and off", quiet("None of your chips lie on the layout."));
    return;
  }
  const rows = own.map((stake) => {
    const spot = terminal.card[spotKey(stake.wager, stake.on)] ?? terminal.card[stake.wager];
    const asked = view.asked.some((call) => call.seat === terminal.seat && spotKey(call.wager, call.on) === spotKey(stake.wager, stake.on));
    const state = `${stake.working ? "working" : "off"}${stake.called === null ? "" : ", by your call"}${asked ? "; call waits for the dealer" : ""}`;
    const act = stake.switchable
      ? button(stake.working ? "Call off" : "Call on", () => terminal.placing.call(stake, !stake.working), "", { "data-for": spotKey(stake.wager, stake.on), "aria-label": `Call ${spot?.name} ${stake.working ? "off" : "on"}` })
      : element("span", { class: "small quiet", text: "not switched" });
    return element("tr", {}, element("td", { text: spot?.name ?? stake.wager }), element("td", { class: "money", text: money(stake.stake) }),
      element("td", { text: state }), element("td", { class: "small quiet", text: defaultWords(spot, view.come_out) }), element("td", {}, act));
  });
  open("On and off", table(["wager", "stake", "now", "the table's default", ""], rows));
  watch(() => [terminal.own(), terminal.link.view.asked], () => showSwitches(terminal));
}
