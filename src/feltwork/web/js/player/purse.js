// Money at the terminal: the meter, notes, tickets in and out, the player's card.

import { makeKey } from "../common/link.js";
import { money, parse } from "../common/money.js";
import { alone, announce, element, find, post } from "../common/page.js";
import { day } from "../common/times.js";
import { left } from "../common/unsettled.js";
import { button, close, open, quiet, row, section, watch } from "./sheets.js";

/** @import { Mine } from "../common/messages.js" */
/** @import { Terminal } from "./terminal.js" */

const METERS = [
  ["in", "Put in"],
  ["won", "Won, with stakes handed back"],
  ["staked", "Staked"],
  ["out", "Taken out"],
  ["credit", "Credit"],
];

/** @param {Terminal} terminal */
export function showPurse(terminal) {
  const notes = terminal.notes.map((/** @type {any} */ amount) =>
    button(`Note of ${money(amount)}`, () => cashIn(amount)),
  );
  const number = element("input", {
    id: "ticket-number",
    "data-for": "ticket",
    inputmode: "numeric",
    autocomplete: "off",
  });
  open(
    "Money",
    meterSection(terminal.link.mine),
    terminal.link.view.practice ? section("Note acceptor: play money", row(...notes)) : null,
    section(
      "Ticket in",
      element("label", { for: "ticket-number", text: "Ticket number" }),
      row(
        number,
        button("Put the ticket in", () => ticketIn(number), "act"),
      ),
    ),
    section(
      "Collect",
      quiet("Everything in your rail goes to a ticket. Wagers on the layout stay."),
      row(button("Collect to a ticket", () => collect(terminal), "act")),
    ),
    colourSection(terminal),
    cardSection(terminal),
    transferSection(terminal),
  );
  watch(
    () => [terminal.link.mine?.card, terminal.link.mine?.checks, terminal.link.mine?.meter],
    () => showPurse(terminal),
  );
}

/**
 * Cashless play, where the table is electronic: from the player's account in the casino management system, and to it.
 * @param {Terminal} terminal
 */
function transferSection(terminal) {
  if (!terminal.link.mine?.needs_card) return null;
  const amount = element("input", { id: "transfer-amount", inputmode: "decimal", autocomplete: "off" });
  const move = (/** @type {any} */ inward) => async () => {
    const cents = parse(amount.value);
    if (inward && !cents) return announce("Say how much, such as 25.00", { bad: true });
    const told = await post("/api/transfer", { key: makeKey(), inward, amount: inward ? cents : 0 });
    return told.done
      ? announce(`${money(told.done)} ${inward ? "in from" : "out to"} your account`)
      : announce(told.why, { clause: told.clause, bad: !told.pending });
  };
  return section(
    "Your account",
    row(
      element("label", { for: "transfer-amount", text: "Amount" }),
      amount,
      button("Transfer in", move(true), "act"),
      button("All credit to my account", move(false)),
    ),
  );
}

/** @param {Mine | null} mine */
function meterSection(mine) {
  const meter = mine?.meter ?? { staked: mine?.staked ?? 0, credit: mine?.balance ?? 0 };
  const rows = METERS.filter(([name]) => meter[name] !== undefined).flatMap(([name, words]) => [
    element("dt", { text: words }),
    element("dd", { class: "money", text: money(meter[name]) }),
  ]);
  return section("Credit meter", element("dl", { class: "meters" }, ...rows));
}

/**
 * Roulette: a set of checks of the player's own colour, each worth what the player sets; the dealer issues them.
 * @param {Terminal} terminal
 */
function colourSection(terminal) {
  const { view, mine } = terminal.link;
  if (!view.colours) return null;
  const others = (/** @type {string} */ colour) =>
    Object.entries(view.colours.taken)
      .filter(([seat, [colours]]) => Number(seat) !== terminal.seat && colours.includes(colour))
      .map(([seat]) => seat);
  const free = view.colours.set.filter((/** @type {string} */ colour) => !others(colour).length);
  const shared = view.colours.set.filter((/** @type {string} */ colour) => others(colour).length);
  const colour = element(
    "select",
    { id: "colour" },
    ...free.map((/** @type {string} */ text) => element("option", { value: text, text })),
    ...shared.map((/** @type {string} */ text) =>
      element("option", { value: text, text: `${text}: if seat ${others(text).join(" and ")} agrees` }),
    ),
  );
  const value = element(
    "select",
    { id: "colour-value" },
    ...[1, 2, 5, 10, 25].map((chips) =>
      element("option", { value: chips * view.chip, text: money(chips * view.chip) }),
    ),
  );
  const buy = button(
    "Ask for 20 checks",
    () =>
      terminal.send({
        type: "buy-colour",
        seat: terminal.seat,
        colour: colour.value,
        value: Number(value.value),
        amount: 20 * Number(value.value),
      }),
    "act",
  );
  const redeem = mine?.checks
    ? button("Redeem them all", () => terminal.send({ type: "redeem-colour", seat: terminal.seat }))
    : null;
  return section(
    "Checks of your own colour",
    row(
      element("label", { for: "colour", text: "Colour" }),
      colour,
      element("label", { for: "colour-value", text: "each worth" }),
      value,
      buy,
      redeem,
    ),
  );
}

// At a terminal where nobody sits: the card that goes in says who does. A card reader types its number and Enter.
export function cardField() {
  const number = element("input", {
    id: "card-number",
    inputmode: "numeric",
    autocomplete: "off",
    required: true,
    maxlength: 40,
  });
  const why = element("p", { class: "bad why", role: "alert" });
  const form = element(
    "form",
    { class: "card-in" },
    element("label", { for: "card-number", text: "Card number, typed or read" }),
    row(number, element("button", { class: "act", text: "Card in" })),
    why,
  );
  form.addEventListener(
    "submit",
    alone(async (/** @type {any} */ event) => {
      event.preventDefault();
      const told = await post("/api/card", { key: makeKey(), number: number.value.trim() });
      why.textContent = told.why ? `${told.why}${told.clause ? ` (${told.clause})` : ""}` : "";
      number.value = "";
    }),
  );
  return form;
}

/**
 * Where the book asks for it, a player's own card is in the terminal while they play.
 * @param {Terminal} terminal
 */
function cardSection(terminal) {
  const { mine } = terminal.link;
  if (!mine?.needs_card) return null;
  const change = (/** @type {any} */ body) => async () => {
    const told = await post("/api/card", { key: makeKey(), ...body() });
    if (told.why) announce(told.why, { clause: told.clause, bad: true });
    else announce(told.done === "out" ? "Your card is out" : "Your card is in");
  };
  if (mine.card)
    return section(
      "Player card",
      row(
        element("span", { text: `Card ${mine.card} is in` }),
        button(
          "Card out",
          change(() => ({ out: true })),
        ),
      ),
    );
  const number = element("input", { id: "card-number", inputmode: "numeric", autocomplete: "off" });
  number.value = terminal.me.card ?? "";
  const put = change(() => ({ number: number.value.trim() }));
  return section(
    "Player card",
    element("label", { for: "card-number", text: "Card number" }),
    row(
      number,
      button(
        "Card in",
        () => (number.value.trim() ? put() : announce("Type or scan your card's number first", { bad: true })),
        "act",
      ),
    ),
  );
}

/** @param {any} amount */
async function cashIn(amount) {
  const told = await post("/api/cash-in", { key: makeKey(), amount });
  if (told.done) announce(`${money(told.done)} in`);
  else announce(told.why, { clause: told.clause, bad: true });
}

/** @param {any} field */
async function ticketIn(field) {
  const number = field.value.replace(/\s+/g, "");
  if (!number) {
    announce("Type or scan the ticket's number first", { bad: true });
    return;
  }
  const told = await post("/api/ticket-in", { key: makeKey(), number });
  if (told.why) announce(told.why, { clause: told.clause, bad: true });
  else {
    announce(`${money(told.amount)} in from your ticket`);
    for (const input of [field, find("#ticket-number")]) if (input) input.value = "";
  }
}

const COLLECT = "/api/collect";

/**
 * A press that was never answered, over a reload too, is asked again by its own key: its ticket is shown and not lost.
 * @param {Terminal} terminal
 */
export async function collect(terminal) {
  const [unanswered] = left(COLLECT);
  showTicket(terminal, await post(COLLECT, { key: unanswered?.body.key ?? makeKey() }));
}

/**
 * What came of something that was asked before this page was loaded anew.
 * @param {Terminal} terminal
 * @param {any} told
 * @param {string} path
 */
export function settled(terminal, told, path) {
  if (path === COLLECT) showTicket(terminal, told);
  else announce(told.why ?? "What you asked before was done", { clause: told.clause, bad: Boolean(told.why) });
}

/**
 * The ticket that a collect prints: its number in groups of four, and a code that the cage reads.
 * @param {Terminal} terminal
 * @param {any} told
 */
function showTicket(terminal, told) {
  if (told.why) {
    announce(told.why, { clause: told.clause, bad: true });
    return;
  }
  const code = element("img", {
    alt: "The ticket's code for the cage",
    width: "200",
    height: "200",
    src: `data:image/svg+xml,${encodeURIComponent(told.qr)}`,
  });
  open(
    "Your ticket",
    element(
      "article",
      { class: "ticket" },
      element("h3", { text: terminal.link.view.name }),
      element("p", { class: "amount money", text: money(told.amount) }),
      code,
      element("p", { class: "number", text: told.grouped }),
      element("p", { class: "small", text: `Valid until ${day(told.expires)}` }),
    ),
    row(
      element("a", { class: "act button", href: told.page, target: "_blank", rel: "noopener", text: "Print" }),
      button("Done", close),
    ),
  );
}
