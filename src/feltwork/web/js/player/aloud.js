// What a player says instead of doing it: a wager called aloud, and who throws the dice for them.

import { money, parse } from "../common/money.js";
import { needsNumber } from "../common/oral.js";
import { announce, element } from "../common/page.js";
import { button, close, open, quiet, row } from "./sheets.js";

/** @import { Terminal } from "./terminal.js" */

/** @param {Terminal} terminal */
export function startAloud(terminal) {
  const { oral } = terminal.link.view;
  if (oral.why) {
    announce(oral.why, { clause: oral.clause, bad: true });
    return;
  }
  terminal.hand.aloud = true;
  close();
  announce("Tap where the wager goes");
}

/**
 * The wager that is called: how much, and what comes with it. It stands when the dealer has put it down.
 * @param {Terminal} terminal
 * @param {Record<string, any>} given
 */
export function showAloud(terminal, { key, wager, on }) {
  const { oral } = terminal.link.view;
  terminal.hand.aloud = false;
  const name = terminal.card[key]?.name ?? wager;
  const amount = element("input", {
    id: "aloud-amount",
    inputmode: "decimal",
    size: "8",
    autocomplete: "off",
    value: money(terminal.legality.spots[key]?.next ?? terminal.hand.chip),
  });
  const brings = element(
    "select",
    { id: "aloud-brings" },
    ...oral.brings.map((/** @type {string} */ text) => element("option", { value: text, text })),
  );
  const voucher = element("input", { id: "aloud-voucher", maxlength: "64", size: "12", autocomplete: "off" });
  const worth = element("input", { id: "aloud-worth", inputmode: "decimal", size: "8", autocomplete: "off" });
  const numbered = element(
    "div",
    { hidden: true },
    row(...labelled("Its number", voucher), ...labelled("worth", worth)),
  );
  brings.addEventListener("change", () => {
    numbered.hidden = !needsNumber(oral, brings.value);
  });
  const call = button(
    "Call it",
    async () => {
      const cents = parse(amount.value);
      const value = numbered.hidden ? 0 : parse(worth.value);
      if (!cents || value === null) return announce("An amount is written like 5 or 12.50", { bad: true });
      const done = await terminal.send({
        type: "declare-wager",
        seat: terminal.seat,
        wager,
        on,
        amount: cents,
        brings: brings.value,
        voucher: numbered.hidden ? "" : voucher.value.trim(),
        value,
      });
      if (!done) return undefined;
      close();
      return announce("Called. It counts when the crew has confirmed it");
    },
    "act",
  );
  open(
    `Call aloud: ${name}`,
    quiet(`It stands only once the crew has confirmed it in time (${oral.clause}).`),
    row(...labelled("Amount", amount)),
    row(...labelled("It comes with", brings)),
    numbered,
    row(call, button("Never mind", close)),
  );
}

/**
 * Crown: whoever has the dice may let another person at the table throw them, with a seat or without.
 * @param {Terminal} terminal
 */
export function showThrower(terminal) {
  const { view } = terminal.link;
  const name = element("input", { id: "thrower", maxlength: "64", autocomplete: "off" });
  const let_ = async (/** @type {string} */ person) => {
    if (!person) return announce("Say who throws", { bad: true });
    if (!(await terminal.send({ type: "authorise-thrower", seat: terminal.seat, person }))) return undefined;
    close();
    return announce(person === view.seats[terminal.seat] ? "You throw yourself" : `${person} throws for you`);
  };
  const others = Object.entries(view.seats)
    .filter(([seat]) => Number(seat) !== terminal.seat)
    .map(([seat, player]) => button(`Seat ${seat}, ${player}`, () => let_(player)));
  open(
    "Who throws for you?",
    quiet(`Another person at the table may throw for you; you stay the shooter (${view.delegates}).`),
    row(...others, view.thrower ? button("I throw myself", () => let_(view.seats[terminal.seat])) : null),
    row(
      ...labelled("Somebody else here, by name", name),
      button("Let them throw", () => let_(name.value.trim().replace(/\s+/g, "-")), "act"),
    ),
  );
}

/**
 * @param {string} text
 * @param {HTMLInputElement} input
 */
function labelled(text, input) {
  return [element("label", { for: input.id, text }), input];
}
