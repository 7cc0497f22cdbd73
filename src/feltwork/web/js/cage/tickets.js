// Tickets in and out: what somebody brings is looked at first, and every reason not to pay it is told apart.

import { money } from "../common/money.js";
import { element, find, get, newest, sentence } from "../common/page.js";
import { refuse } from "../common/refused.js";
import { hasText, text } from "../common/text.js";
import { day, when } from "../common/times.js";
import { worded } from "../common/wording.js";
import {
  act,
  ask,
  button,
  cell,
  cents,
  closeSheet,
  field,
  form,
  halves,
  list,
  row,
  sheet,
  showPaper,
  stands,
  tag,
} from "./parts.js";

/** @import { CageScreen } from "./cage.js" */

/** @type {Record<string, string>} */
const TONES = { open: "good", withheld: "wait", "demanded back": "wait", "on a form": "wait", kept: "bad" };

export const tickets = {
  /** @param {CageScreen} cage */
  open(cage) {
    const number = field(text("cage.ticket-number"), {
      id: "ticket-number",
      class: "big",
      inputmode: "numeric",
      spellcheck: "false",
    });
    const amount = field(text("cage.amount"), { id: "sell-amount", inputmode: "decimal" });
    halves(
      [
        form(
          text("cage.redeem-ticket"),
          () => {
            look(cage, number.input);
          },
          number.label,
          row(act(text("cage.look-at-it"))),
        ),
        element("div", { id: "verdict", "aria-live": "polite" }),
        form(
          text("cage.sell-ticket"),
          () => sell(cage, amount.input),
          row(amount.label, act(text("cage.print-ticket"))),
        ),
      ],
      all(cage),
    );
    number.input.focus();
  },
  refresh: (/** @type {CageScreen} */ cage) => stands(all(cage)),
};

// A standing in words; one that has none of its own is said as the log has it.
const standingOf = (/** @type {{ standing: string }} */ { standing }) => {
  const key = `cage.ticket-is-${standing.replaceAll(" ", "-")}`;
  return hasText(key) ? text(key) : standing;
};

/** @param {CageScreen} cage */
function all(cage) {
  const rows = cage.data.tickets.map((/** @type {any} */ ticket) =>
    element(
      "tr",
      {},
      cell(String(ticket.serial), "number"),
      cell(money(ticket.amount), "money"),
      cell(ticket.where),
      cell(when(ticket.issued), "number"),
      element("td", {}, tag(standingOf(ticket), TONES[ticket.standing])),
      element("td", {}, row(...steps(cage, ticket))),
    ),
  );
  return list(
    text("cage.last-tickets"),
    ["ticket", "$amount", "from", "issued", "stands", ""],
    rows,
    text("cage.no-tickets"),
  );
}

/**
 * @param {CageScreen} cage
 * @param {any} ticket
 */
function steps(cage, ticket) {
  const { serial } = ticket;
  if (ticket.standing === "withheld") return [button(text("cage.determine"), () => determine(cage, ticket))];
  if (ticket.standing === "demanded back")
    return [
      button(text("cage.came-back"), () =>
        cage.order(
          { type: "receive-return", serial },
          { say: text("cage.came-back-said", { serial: String(serial) }) },
        ),
      ),
    ];
  if (ticket.standing === "open")
    return [button(text("cage.withhold"), () => withhold(cage, String(serial), "withhold"))];
  if (ticket.standing === "paid") return [button(text("cage.demand"), () => withhold(cage, String(serial), "demand"))];
  return [];
}

const newestTicket = newest();

/**
 * @param {CageScreen} cage
 * @param {HTMLInputElement} input
 */
async function look(cage, input) {
  const number = input.value;
  find("#verdict").replaceChildren();
  cage.look();
  const told = await newestTicket(number.trim() ? get(`/api/cage/ticket?number=${encodeURIComponent(number)}`) : null);
  if (!told || !find("#verdict") || input.value !== number) return; // another number is being typed: Enter is for that one
  if (told.why) {
    const [word, ...rest] = worded(told.why).split(": ");
    const more =
      told.amount === undefined
        ? ""
        : ` ${text("cage.was-for", { amount: money(told.amount), where: told.where, time: when(told.issued) })}`;
    verdict("stop", word, `${sentence(rest.join(": "))}.${more}`, told.clause, [
      button(text("cage.next-ticket"), () => next(input)),
    ]);
    return;
  }
  const small = told.amount <= told.by_hand_above;
  verdict(
    "pay",
    money(told.amount),
    text("cage.good", { where: told.where, time: when(told.issued), until: day(told.expires) }),
    "3.4.2",
    [
      small ? button(text("cage.pay-in-cash"), () => pay(cage, number, told, input), "act") : null,
      button(text("cage.pay-by-hand"), () => byHand(cage, number, input), small ? "" : "act"),
      button(text("cage.withhold"), () => withhold(cage, number, "withhold").then(() => next(input))),
      button(text("cage.cancel-it"), () => cancel(cage, number, input), "danger"),
    ],
  );
}

/**
 * @param {string} kind
 * @param {string} word
 * @param {any} why
 * @param {any} clause
 * @param {any} buttons
 */
function verdict(kind, word, why, clause, buttons) {
  find("#verdict").replaceChildren(
    element(
      "section",
      { class: `panel verdict ${kind}` },
      element("h3", { text: word }),
      element("p", { text: why }, element("span", { class: "clause", text: ` (${clause})` })),
      row(...buttons.filter(Boolean)),
    ),
  );
  find("#verdict button")?.focus();
}

/** @param {HTMLInputElement} input */
function next(input) {
  find("#verdict").replaceChildren();
  input.value = "";
  input.focus();
}

/**
 * @param {CageScreen} cage
 * @param {any} number
 * @param {any} ticket
 * @param {HTMLInputElement} input
 */
async function pay(cage, number, ticket, input) {
  const told = await cage.order(
    { type: "pay-ticket", number },
    { say: text("cage.pay-out", { amount: money(ticket.amount) }) },
  );
  if (!told.why)
    verdict("pay", text("cage.pay-out", { amount: money(ticket.amount) }), text("cage.ticket-paid", ticket), "4.3", [
      button(text("cage.next-ticket"), () => next(input)),
    ]);
  else look(cage, input);
}

/**
 * @param {CageScreen} cage
 * @param {any} number
 * @param {HTMLInputElement} input
 */
async function byHand(cage, number, input) {
  const who = await ask(
    text("cage.by-hand-title"),
    { player: field(text("cage.player"), { required: true }), identified: field(text("cage.paper-shown")) },
    text("cage.prepare-form"),
  );
  if (!who) return;
  const told = await cage.order({ type: "prepare-hand-pay", number, ...who }, { say: text("cage.form-prepared") });
  if (!told.why) {
    next(input);
    cage.open("forms");
  }
}

/**
 * @param {CageScreen} cage
 * @param {any} number
 * @param {string} word
 */
async function withhold(cage, number, word) {
  const said = await ask(
    text(`cage.title-${word}`),
    { reason: field(text("cage.why"), { required: true }) },
    text(`cage.act-${word}`),
  );
  if (said) await cage.order({ type: "withhold-ticket", number, ...said }, { say: text("cage.inspector-notified") });
}

/**
 * @param {CageScreen} cage
 * @param {any} ticket
 */
async function determine(cage, ticket) {
  const finding = field(text("cage.finding"), { required: true });
  const review = field(text("cage.review"), { required: true });
  const decide = (/** @type {any} */ toPlayer) => async (/** @type {any} */ event) => {
    event.preventDefault();
    const told = await cage.order(
      {
        type: "determine-ticket",
        serial: ticket.serial,
        to_player: toPlayer,
        finding: finding.input.value,
        review: review.input.value,
      },
      { say: text(toPlayer ? "cage.good-again" : "cage.not-payable") },
    );
    if (!told.why) closeSheet();
  };
  sheet(
    text("cage.ticket-for", { serial: String(ticket.serial), amount: money(ticket.amount) }),
    element(
      "form",
      {},
      finding.label,
      review.label,
      row(
        button(text("cage.good-pay"), decide(true), "act"),
        button(text("cage.not-payable-act"), decide(false), "danger"),
        button(text("cage.not-yet"), closeSheet),
      ),
    ),
  );
}

/**
 * @param {CageScreen} cage
 * @param {any} number
 * @param {HTMLInputElement} input
 */
async function cancel(cage, number, input) {
  const said = await ask(
    text("cage.cancel-title"),
    { reason: field(text("cage.why"), { required: true }) },
    text("cage.cancel-ticket"),
  );
  if (!said) return;
  const told = await cage.order({ type: "void-ticket", number, ...said }, { say: text("cage.ticket-void") });
  if (!told.why) next(input);
}

/**
 * @param {CageScreen} cage
 * @param {HTMLInputElement} input
 */
async function sell(cage, input) {
  const amount = cents(input.value);
  if (!amount) {
    refuse(text(input.value.trim() ? "cage.amount-like" : "cage.how-much"), { at: input });
    return;
  }
  const told = await cage.order({ type: "sell-ticket", amount });
  if (told.why) return;
  input.value = "";
  const { ticket } = told;
  showPaper("ticket", ticket, ticket.serial, ticket.grouped);
}
