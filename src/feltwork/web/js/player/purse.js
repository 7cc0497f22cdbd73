// Money at the terminal: the meter, notes, tickets in and out, the player's card.

import { makeKey } from "../common/link.js";
import { money, parse } from "../common/money.js";
import { alone, announce, element, find, post } from "../common/page.js";
import { text } from "../common/text.js";
import { day } from "../common/times.js";
import { left } from "../common/unsettled.js";
import { button, close, open, quiet, row, section, watch } from "./sheets.js";

/** @import { Mine } from "../common/messages.js" */
/** @import { Terminal } from "./terminal.js" */

const METERS = ["in", "won", "staked", "out", "credit"];

/** @param {Terminal} terminal */
export function showPurse(terminal) {
  const notes = terminal.notes.map((/** @type {any} */ amount) =>
    button(text("player.note", { amount: money(amount) }), () => cashIn(amount)),
  );
  const number = element("input", {
    id: "ticket-number",
    "data-for": "ticket",
    inputmode: "numeric",
    autocomplete: "off",
  });
  open(
    text("player.money"),
    meterSection(terminal.link.mine),
    terminal.link.view.practice ? section(text("player.note-acceptor"), row(...notes)) : null,
    section(
      text("player.redeem-ticket"),
      element("label", { for: "ticket-number", text: text("player.ticket-number") }),
      row(
        number,
        button(text("player.put-ticket-in"), () => ticketIn(number), "act"),
      ),
    ),
    section(
      text("player.cash-out"),
      quiet(text("player.cash-out-more")),
      row(button(text("player.cash-out-ticket"), () => collect(terminal), "act")),
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
    if (inward && !cents) return announce(text("player.say-amount"), { bad: true });
    const told = await post("/api/transfer", { key: makeKey(), inward, amount: inward ? cents : 0 });
    return told.done
      ? announce(text(inward ? "player.in-from-account" : "player.out-to-account", { amount: money(told.done) }))
      : announce(told.why, { clause: told.clause, bad: !told.pending });
  };
  return section(
    text("player.your-account"),
    row(
      element("label", { for: "transfer-amount", text: text("player.amount") }),
      amount,
      button(text("player.transfer-in"), move(true), "act"),
      button(text("player.transfer-out"), move(false)),
    ),
  );
}

/** @param {Mine | null} mine */
function meterSection(mine) {
  const meter = mine?.meter ?? { staked: mine?.staked ?? 0, credit: mine?.balance ?? 0 };
  const rows = METERS.filter((name) => meter[name] !== undefined).flatMap((name) => [
    element("dt", { text: text(`player.meter-${name}`) }),
    element("dd", { class: "money", text: money(meter[name]) }),
  ]);
  return section(text("player.credit-meter"), element("dl", { class: "meters" }, ...rows));
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
    ...free.map((/** @type {string} */ name) => element("option", { value: name, text: name })),
    ...shared.map((/** @type {string} */ name) =>
      element("option", {
        value: name,
        text: `${name}: ${text("player.if-agrees", { seats: others(name).join(text("player.and")) })}`,
      }),
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
    text("player.ask-checks"),
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
    ? button(text("player.redeem-checks"), () => terminal.send({ type: "redeem-colour", seat: terminal.seat }))
    : null;
  return section(
    text("player.own-checks"),
    row(
      element("label", { for: "colour", text: text("player.colour") }),
      colour,
      element("label", { for: "colour-value", text: text("player.each-worth") }),
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
    element("label", { for: "card-number", text: text("player.card-number-read") }),
    row(number, element("button", { class: "act", text: text("player.card-in") })),
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
    else announce(text(told.done === "out" ? "player.card-is-out" : "player.card-is-in"));
  };
  if (mine.card)
    return section(
      text("player.player-card"),
      row(
        element("span", { text: text("player.card-number-in", { number: mine.card }) }),
        button(
          text("player.card-out"),
          change(() => ({ out: true })),
        ),
      ),
    );
  const number = element("input", { id: "card-number", inputmode: "numeric", autocomplete: "off" });
  number.value = terminal.me.card ?? "";
  const put = change(() => ({ number: number.value.trim() }));
  return section(
    text("player.player-card"),
    element("label", { for: "card-number", text: text("player.card-number") }),
    row(
      number,
      button(
        text("player.card-in"),
        () => (number.value.trim() ? put() : announce(text("player.card-first"), { bad: true })),
        "act",
      ),
    ),
  );
}

/** @param {any} amount */
async function cashIn(amount) {
  const told = await post("/api/cash-in", { key: makeKey(), amount });
  if (told.done) announce(text("player.money-in", { amount: money(told.done) }));
  else announce(told.why, { clause: told.clause, bad: true });
}

/** @param {any} field */
async function ticketIn(field) {
  const number = field.value.replace(/\s+/g, "");
  if (!number) {
    announce(text("player.ticket-first"), { bad: true });
    return;
  }
  const told = await post("/api/ticket-in", { key: makeKey(), number });
  if (told.why) announce(told.why, { clause: told.clause, bad: true });
  else {
    announce(text("player.in-from-ticket", { amount: money(told.amount) }));
    // What was typed since stays: the next ticket may be in the slot already.
    for (const input of [field, find("#ticket-number")])
      if (input && input.value.replace(/\s+/g, "") === number) input.value = "";
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
  else announce(told.why ?? text("common.done-before"), { clause: told.clause, bad: Boolean(told.why) });
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
    alt: text("player.ticket-code"),
    width: "200",
    height: "200",
    src: `data:image/svg+xml,${encodeURIComponent(told.qr)}`,
  });
  open(
    text("player.your-ticket"),
    element(
      "article",
      { class: "ticket" },
      element("h3", { text: terminal.link.view.name }),
      element("p", { class: "amount money", text: money(told.amount) }),
      code,
      element("p", { class: "number", text: told.grouped }),
      element("p", { class: "small", text: text("player.valid-until", { day: day(told.expires) }) }),
    ),
    row(
      element("a", {
        class: "act button",
        href: told.page,
        target: "_blank",
        rel: "noopener",
        text: text("player.print"),
      }),
      button(text("player.done"), close),
    ),
  );
}
