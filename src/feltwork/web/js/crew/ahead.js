// Between two results: the last one is over, and what was entered since is told seat by seat before it is confirmed.

import { money } from "../common/money.js";
import { element } from "../common/page.js";
import { called } from "../common/people.js";
import { redraw } from "../common/redraw.js";
import { resultWords } from "../common/rounds.js";
import { text } from "../common/text.js";
import { waitToBePaid } from "./views.js";

/** @import { Guide } from "./guide.js" */
/** @import { CrewTerminal } from "./terminal.js" */

/**
 * What a tab says of its seat: take and pay are two movements, never one sum.
 * @param {Record<string, any>} given
 */
export function does({ take, pay }) {
  const parts = [take && ["take", `−${money(take)}`], pay && ["pay", `+${money(pay)}`]].filter(Boolean);
  return parts.length ? parts : [["", text("crew.back")]];
}

/**
 * @param {CrewTerminal} terminal
 * @param {number} seat
 */
export function whoAt(terminal, seat) {
  const player = terminal.link.view.seats[seat];
  const number = String(seat);
  return player ? text("crew.seat-of", { seat: number, player: called(player) }) : text("crew.seat", { seat: number });
}

/** @param {any[]} seats */
export function inAll(seats) {
  const sum = (/** @type {string} */ what) => money(seats.reduce((total, seat) => total + seat[what], 0));
  return element("span", { class: "quiet money", text: text("crew.in-all", { take: sum("take"), pay: sum("pay") }) });
}

/** @param {Guide} guide */
export function drawSince({ place, terminal, ahead, last, words }) {
  waitToBePaid(0);
  const beside = words ? [element("p", { class: "beside", text: words })] : [];
  if (!ahead) {
    const was = last?.result === undefined ? "" : text("crew.last-round-was", { result: resultWords(last.result) });
    return redraw(place, element("p", { class: "quiet", text: was }), ...beside);
  }
  const head = [element("h2", { text: text("crew.once-confirmed", { result: resultWords(ahead.result) }) })];
  if (!ahead.seats.length)
    return redraw(place, ...head, element("p", { class: "quiet", text: text("crew.guide-nothing") }), ...beside);
  const rows = ahead.seats.map((seat) =>
    element(
      "li",
      { "data-seat": seat.seat, "data-take": seat.take, "data-pay": seat.pay },
      element("b", { text: whoAt(terminal, seat.seat) }),
      ...does(seat).map(([kind, told]) => element("span", { class: `money ${kind}`, text: told })),
    ),
  );
  return redraw(
    place,
    element("div", { class: "guide-head" }, ...head, inAll(ahead.seats)),
    element("ol", { class: "ahead", tabindex: "0", "aria-label": text("crew.seats-to-pay") }, ...rows),
    ...beside,
  );
}
