// Which of the player's wagers work now, what the table does by itself, and switching it.

import { money, spotKey } from "../common/money.js";
import { element } from "../common/page.js";
import { text } from "../common/text.js";
import { button, open, quiet, row, table, watch } from "./sheets.js";

/** @import { Stake } from "../common/messages.js" */
/** @import { Terminal } from "./terminal.js" */

/**
 * @param {any} spot
 * @param {any} comeOut
 */
export function defaultWords(spot, comeOut) {
  if (!spot?.sleeps) return text("player.always-works");
  return text(comeOut ? "player.sleeps-now" : "player.sleeps", { clause: spot.sleeps });
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
      text("player.withdraw"),
      () => terminal.send({ type: "withdraw-call", seat: terminal.seat, wager: stake.wager, on: stake.on }),
      "",
      { "data-for": key, "aria-label": text("player.withdraw-of", { name }) },
    );
  const to = text(stake.working ? "player.off" : "player.on");
  const call = (/** @type {string} */ words, /** @type {any} */ alone) =>
    button(`${words} ${to}`, () => terminal.placing.call(stake, !stake.working, alone), "", {
      "data-for": alone ? `${key} alone` : key,
      "aria-label": `${words} ${to}: ${name}`,
    });
  if (!others)
    return button(text("player.call-to", { to }), () => terminal.placing.call(stake, !stake.working), "", {
      "data-for": key,
      "aria-label": text("player.call-name-to", { name, to }),
    });
  return row(call(text("player.all-similar"), false), call(text("player.only-this"), true));
}

/** @param {Terminal} terminal */
export function showSwitches(terminal) {
  const { view } = terminal.link;
  const own = view.stakes.filter((/** @type {Stake} */ stake) => stake.seat === terminal.seat);
  if (!own.length) {
    open(text("player.on-and-off"), quiet(text("player.nothing-on-felt")));
    return;
  }
  const rows = own.map((/** @type {Stake} */ stake) => {
    const spot = terminal.card[spotKey(stake.wager, stake.on)] ?? terminal.card[stake.wager];
    const asked = view.asked.find(
      (/** @type {any} */ call) =>
        call.seat === terminal.seat && spotKey(call.wager, call.on) === spotKey(stake.wager, stake.on),
    );
    const state = [
      text(stake.working ? "player.working" : "player.off"),
      stake.called === null ? "" : text("player.by-your-call"),
      asked ? text(asked.working ? "player.called-on-waits" : "player.called-off-waits") : "",
    ].join("");
    const act = stake.switchable
      ? acts(
          terminal,
          stake,
          spot?.name,
          asked,
          view.similar && own.some((/** @type {any} */ other) => other !== stake && other.wager === stake.wager),
        )
      : element("span", { class: "small quiet", text: text("player.not-switched") });
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
  open(text("player.on-and-off"), table(["stands", "stake", ""], rows));
  watch(
    () => [terminal.own(), terminal.link.view.asked],
    () => showSwitches(terminal),
  );
}
