// The row of seats, in the order of the table.

import { sayOwn } from "../common/limits.js";
import { money, short } from "../common/money.js";
import { nameOf } from "../common/notices.js";
import { element } from "../common/page.js";
import { called } from "../common/people.js";
import { redraw } from "../common/redraw.js";
import { text } from "../common/text.js";

/** @import { View } from "../common/messages.js" */
/** @import { Desk } from "./desk.js" */

/**
 * What of this seat is marked: the dice, or whose turn it is.
 * @param {View} view
 * @param {number} seat
 */
function markOf(view, seat) {
  if (view.shooter === seat)
    return view.thrower ? text("crew.person-throws", { person: view.thrower }) : text("crew.has-dice");
  if (view.offered === seat) return text("crew.dice-offered");
  return view.awaited?.[0] === seat ? text("crew.to-shoot") : "";
}

/**
 * @param {Desk} desk
 * @param {HTMLElement} place
 * @param {View} view
 * @param {Record<string, { balance?: number }>} rails
 */
export function showSeats(desk, place, view, rails) {
  const items = Array.from({ length: view.capacity }, (_, i) => i + 1).map((seat) => {
    const player = view.seats[seat] && called(view.seats[seat]);
    const staked = view.stakes.filter((stake) => stake.seat === seat).reduce((sum, stake) => sum + stake.stake, 0);
    const mark = markOf(view, seat);
    const own = view.personal?.[seat]
      ? text("crew.own-limits-are", {
          limits: sayOwn(view.personal[seat], (/** @type {string} */ wager) => nameOf(desk.terminal.card, wager)),
        })
      : "";
    const marker = view.colours?.marked.find((/** @type {any} */ found) => found.seat === seat);
    const signs = [own, marker ? text("crew.checks-of", { colour: marker.colour, value: short(marker.value) }) : ""]
      .filter(Boolean)
      .join(" · ");
    const said = player
      ? [text("crew.seat-has", { player, staked: money(staked), rail: money(rails[seat]?.balance ?? 0) }), mark, signs]
          .filter(Boolean)
          .join(", ")
      : text("crew.free");
    return element(
      "li",
      {},
      element(
        "button",
        {
          type: "button",
          class: `seat${player ? "" : " free"}${mark ? " marked" : ""}`,
          "aria-pressed": String(desk.seat === seat),
          "aria-label": text("crew.seat-says", { seat: String(seat), said }),
          "data-key": seat,
          onclick: () => desk.take(seat),
        },
        element("b", { text: String(seat) }),
        element("span", {
          class: "who",
          text: player ?? text("crew.free"),
          title: player,
        }),
        element("span", {
          class: "money",
          text: player
            ? text("crew.staked-of", { staked: short(staked), all: short(staked + (rails[seat]?.balance ?? 0)) })
            : "",
        }),
        mark || signs
          ? element(
              "em",
              { title: signs },
              signs
                ? element("i", {
                    class: `sign${own ? " own" : ""}`,
                    text: marker ? `${marker.colour[0].toUpperCase()} ${short(marker.value)}` : text("crew.own-limits"),
                  })
                : null,
              [mark, marker && own ? text("crew.own-limits") : ""].filter(Boolean).join(" · "),
            )
          : null,
      ),
    );
  });
  redraw(place, ...items);
}
