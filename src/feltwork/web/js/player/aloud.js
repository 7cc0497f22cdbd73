// What a player says instead of doing it: a wager called aloud, and who throws the dice for them.

import { money, parse } from "../common/money.js";
import { needsNumber } from "../common/oral.js";
import { announce, element } from "../common/page.js";
import { text } from "../common/text.js";
import { worded } from "../common/wording.js";
import { button, close, open, quiet, row } from "./sheets.js";

/** @import { Terminal } from "./terminal.js" */

/** @param {Terminal} terminal */
export function startAloud(terminal) {
  const { oral } = terminal.link.view;
  if (oral.why) {
    announce(worded(oral.why), { clause: oral.clause, bad: true });
    return;
  }
  terminal.hand.aloud = true;
  close();
  announce(text("player.tap-where"));
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
    ...oral.brings.map((/** @type {string} */ thing) => element("option", { value: thing, text: worded(thing) })),
  );
  const voucher = element("input", { id: "aloud-voucher", maxlength: "64", size: "12", autocomplete: "off" });
  const worth = element("input", { id: "aloud-worth", inputmode: "decimal", size: "8", autocomplete: "off" });
  const numbered = element(
    "div",
    { hidden: true },
    row(...labelled(text("player.its-number"), voucher), ...labelled(text("player.worth"), worth)),
  );
  brings.addEventListener("change", () => {
    numbered.hidden = !needsNumber(oral, brings.value);
  });
  const call = button(
    text("player.call-it"),
    async () => {
      const cents = parse(amount.value);
      const value = numbered.hidden ? 0 : parse(worth.value);
      if (!cents || value === null) return announce(text("player.amount-like"), { bad: true });
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
      return announce(text("player.called"));
    },
    "act",
  );
  open(
    text("player.call-aloud-title", { name }),
    quiet(text("player.stands-once", { clause: oral.clause })),
    row(...labelled(text("player.amount"), amount)),
    row(...labelled(text("player.comes-with"), brings)),
    numbered,
    row(call, button(text("player.never-mind"), close)),
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
    if (!person) return announce(text("player.say-who"), { bad: true });
    if (!(await terminal.send({ type: "authorise-thrower", seat: terminal.seat, person }))) return undefined;
    close();
    return announce(
      text(person === view.seats[terminal.seat] ? "player.throw-yourself" : "player.other-throws", { person }),
    );
  };
  const others = Object.entries(view.seats)
    .filter(([seat]) => Number(seat) !== terminal.seat)
    .map(([seat, player]) => button(text("player.seat-player", { seat: Number(seat), player }), () => let_(player)));
  open(
    text("player.who-throws"),
    quiet(text("player.who-throws-more", { clause: view.delegates })),
    row(...others, view.thrower ? button(text("player.i-throw"), () => let_(view.seats[terminal.seat])) : null),
    row(
      ...labelled(text("player.somebody-else"), name),
      button(text("player.let-them"), () => let_(name.value.trim().replace(/\s+/g, "-")), "act"),
    ),
  );
}

/**
 * @param {string} words
 * @param {HTMLInputElement} input
 */
function labelled(words, input) {
  return [element("label", { for: input.id, text: words }), input];
}
