// What a player without a terminal says, entered by the crew in the player's words: a wager aloud, another thrower, a colour shared.

import { money, parse, spotKey } from "../common/money.js";
import { needsNumber } from "../common/oral.js";
import { element } from "../common/page.js";
import { called } from "../common/people.js";
import { openSheet, reasonField } from "../common/sheet.js";
import { text } from "../common/text.js";
import { worded } from "../common/wording.js";

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
        { name: "voucher", label: text("crew.voucher-number"), required: false },
        { name: "worth", label: text("crew.its-worth"), required: false },
      ]
    : [];
  openSheet({
    title: text("crew.aloud-title", { seat: String(desk.seat), wager: desk.terminal.nameOf({ wager, on }) }),
    about: text("crew.aloud-about", { brings: oral.brings.map(worded).join(", "), clause: oral.clause }),
    act: text("crew.aloud-act"),
    fields: [
      { name: "amount", label: text("crew.amount"), value: money(desk.spots[key]?.next ?? desk.chip) },
      {
        name: "brings",
        label: text("crew.with"),
        options: oral.brings.map((/** @type {string} */ what) => [what, what]),
        value: desk.instrument,
      },
      ...numbered,
    ],
    send: async ({ amount, brings, voucher = "", worth = "" }) => {
      const cents = parse(amount);
      const value = needsNumber(oral, brings) ? parse(worth) : 0;
      if (!cents || value === null) return { why: text("crew.amount-like") };
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
    title: text("crew.who-throws", { seat: String(desk.seat) }),
    about: text("crew.who-throws-about", { clause: view.delegates }),
    act: text("crew.lets-throw"),
    fields: [reasonField(usual, text("crew.who"))],
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
    { id: "desk-shared", "aria-label": text("crew.colour-to-share") },
    ...colours.map((/** @type {string} */ name) => element("option", { value: name, text: name })),
  );
  const other = element(
    "select",
    { id: "desk-sharer", "aria-label": text("crew.shared-with") },
    ...others.map(([seat, player]) =>
      element("option", { value: seat, text: text("crew.call-seat-of", { seat, player: called(player) }) }),
    ),
  );
  const shares = element("button", {
    type: "button",
    text: text("crew.agrees-to-share"),
    onclick: () => desk.passOn({ type: "agree-colour", with_seat: Number(other.value), colour: colour.value }),
  });
  return [colour, other, shares];
}
