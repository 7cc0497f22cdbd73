// What a player without a terminal says, entered by the crew in the player's words: a wager aloud, another thrower, a colour shared.

import { money, parse, spotKey } from "../common/money.js";
import { needsNumber } from "../common/oral.js";
import { element } from "../common/page.js";
import { openSheet, reasonField } from "../common/sheet.js";

/** @import { Desk } from "./desk.js" */
/** @import { View } from "../common/messages.js" */

/**
 * @param {Desk} desk
 * @param {Record<string, any>} given
 * @param {any} oral
 */
export function calledAloud(desk, { wager, on }, oral) {
  const key = spotKey(wager, on);
  const numbered = oral.brings.includes("voucher")
    ? [
        { name: "voucher", label: "Number of a voucher or of tokens", required: false },
        { name: "worth", label: "What it is worth", required: false },
      ]
    : [];
  openSheet({
    title: `Seat ${desk.seat} calls ${desk.terminal.nameOf({ wager, on })}`,
    about: `It comes with ${oral.brings.join(", ")}, and stands once it is confirmed (${oral.clause}).`,
    act: "Enter the call",
    fields: [
      { name: "amount", label: "Amount", value: money(desk.spots[key]?.next ?? desk.chip) },
      {
        name: "brings",
        label: "With",
        options: oral.brings.map((/** @type {string} */ text) => [text, text]),
        value: desk.instrument,
      },
      ...numbered,
    ],
    send: async ({ amount, brings, voucher = "", worth = "" }) => {
      const cents = parse(amount);
      const value = needsNumber(oral, brings) ? parse(worth) : 0;
      if (!cents || value === null) return { why: "An amount is written like 5 or 12.50." };
      const done = await desk.passOn({
        type: "declare-wager",
        wager,
        on,
        amount: cents,
        brings,
        voucher: value ? voucher.trim() : "",
        value,
      });
      if (done) desk.set({ calling: "" });
      return {};
    },
  });
}

/**
 * The shooter lets another person at the table throw, with a seat or without; named as themselves, they throw again.
 * @param {Desk} desk
 * @param {View} view
 */
export function anotherThrows(desk, view) {
  const usual = Object.values(view.seats);
  openSheet({
    title: `Who throws for seat ${desk.seat}?`,
    about: `Another person at the table, with a seat or without, and not of the crew (${view.delegates}).`,
    act: "Lets them throw",
    fields: [reasonField(usual, "Who")],
    send: async ({ reason }) =>
      (await desk.passOn({ type: "authorise-thrower", person: reason.trim().replace(/\s+/g, "-") })) || {},
  });
}

/**
 * A player who has colour checks agrees that another gets the same colour, once.
 * @param {Desk} desk
 * @param {View} view
 */
export function sharers(desk, view) {
  const [colours = []] = view.colours?.taken[String(desk.seat)] ?? [];
  const others = Object.entries(view.seats).filter(([seat]) => Number(seat) !== desk.seat);
  if (!colours.length || !others.length) return [];
  const colour = element(
    "select",
    { id: "desk-shared", "aria-label": "Colour to share" },
    ...colours.map((/** @type {string} */ text) => element("option", { value: text, text })),
  );
  const other = element(
    "select",
    { id: "desk-sharer", "aria-label": "Shared with" },
    ...others.map(([seat, player]) => element("option", { value: seat, text: `seat ${seat}, ${player}` })),
  );
  const shares = element("button", {
    type: "button",
    text: "Agrees to share",
    onclick: () => desk.passOn({ type: "agree-colour", with_seat: Number(other.value), colour: colour.value }),
  });
  return [colour, other, shares];
}
