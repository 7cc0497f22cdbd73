// Tickets in and out: what somebody brings is looked at first, and every reason not to pay it is told apart.

import { money } from "../common/money.js";
import { announce, element, find, get, newest, sentence } from "../common/page.js";
import { day, when } from "../common/times.js";
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
/** @type {Record<string, string>} */
const WORDS = { open: "outstanding" };

export const tickets = {
  /** @param {CageScreen} cage */
  open(cage) {
    const number = field("Number, typed or scanned", {
      id: "ticket-number",
      class: "big",
      inputmode: "numeric",
      spellcheck: "false",
    });
    const amount = field("Amount", { id: "sell-amount", inputmode: "decimal" });
    halves(
      [
        form(
          "A ticket is brought",
          () => {
            look(cage, number.input);
          },
          number.label,
          row(act("Look at it")),
        ),
        element("div", { id: "verdict", "aria-live": "polite" }),
        form("A ticket for cash", () => sell(cage, amount.input), row(amount.label, act("Print the ticket"))),
      ],
      all(cage),
    );
    number.input.focus();
  },
  refresh: (/** @type {CageScreen} */ cage) => stands(all(cage)),
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
      element("td", {}, tag(WORDS[ticket.standing] ?? ticket.standing, TONES[ticket.standing])),
      element("td", {}, row(...steps(cage, ticket))),
    ),
  );
  return list(
    "The last tickets",
    ["Ticket", "$Amount", "From", "Issued", "Stands", ""],
    rows,
    "No ticket has been issued yet.",
  );
}

/**
 * @param {CageScreen} cage
 * @param {any} ticket
 */
function steps(cage, ticket) {
  const { serial } = ticket;
  if (ticket.standing === "withheld") return [button("Determine…", () => determine(cage, ticket))];
  if (ticket.standing === "demanded back")
    return [
      button("It came back", () =>
        cage.order({ type: "receive-return", serial }, { say: `Ticket ${serial} is back and withheld` }),
      ),
    ];
  if (ticket.standing === "open") return [button("Withhold…", () => withhold(cage, String(serial), "Withhold"))];
  if (ticket.standing === "paid") return [button("Demand back…", () => withhold(cage, String(serial), "Demand back"))];
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
    const [word, ...rest] = told.why.split(": ");
    const more =
      told.amount === undefined
        ? ""
        : ` It was for ${money(told.amount)}, issued at ${told.where} on ${when(told.issued)}.`;
    verdict("stop", word, `${sentence(rest.join(": "))}.${more}`, told.clause, [
      button("Next ticket", () => next(input)),
    ]);
    return;
  }
  const small = told.amount <= told.by_hand_above;
  verdict(
    "pay",
    money(told.amount),
    `Good. Issued at ${told.where} on ${when(told.issued)}, good until ${day(told.expires)}.`,
    "3.4.2",
    [
      small ? button("Pay in cash", () => pay(cage, number, told, input), "act") : null,
      button("Pay by hand…", () => byHand(cage, number, input), small ? "" : "act"),
      button("Withhold…", () => withhold(cage, number, "Withhold").then(() => next(input))),
      button("Cancel it…", () => cancel(cage, number, input), "danger"),
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
  const told = await cage.order({ type: "pay-ticket", number }, { say: `Pay out ${money(ticket.amount)}` });
  if (!told.why)
    verdict("pay", `Pay out ${money(ticket.amount)}`, `Ticket ${ticket.serial} is paid.`, "4.3", [
      button("Next ticket", () => next(input)),
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
    "A payment by hand for this ticket",
    { player: field("Player", { required: true }), identified: field("Paper shown (passport, licence…)") },
    "Prepare the form",
  );
  if (!who) return;
  const told = await cage.order({ type: "prepare-hand-pay", number, ...who }, { say: "The form is prepared" });
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
  const said = await ask(`${word}: an inspector is told at once`, { reason: field("Why", { required: true }) }, word);
  if (said)
    await cage.order({ type: "withhold-ticket", number, ...said }, { say: "Done; the inspector has been notified" });
}

/**
 * @param {CageScreen} cage
 * @param {any} ticket
 */
async function determine(cage, ticket) {
  const finding = field("What the investigation found", { required: true });
  const review = field("What the inspector said on review", { required: true });
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
      { say: toPlayer ? "The ticket is good again" : "The ticket is not payable" },
    );
    if (!told.why) closeSheet();
  };
  sheet(
    `Ticket ${ticket.serial} for ${money(ticket.amount)}`,
    element(
      "form",
      {},
      finding.label,
      review.label,
      row(
        button("It is good: pay it", decide(true), "act"),
        button("It is not payable", decide(false), "danger"),
        button("Not yet", closeSheet),
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
    "Cancel this ticket: its value goes back to where it came from",
    { reason: field("Why", { required: true }) },
    "Cancel the ticket",
  );
  if (!said) return;
  const told = await cage.order({ type: "void-ticket", number, ...said }, { say: "The ticket is worth nothing now" });
  if (!told.why) next(input);
}

/**
 * @param {CageScreen} cage
 * @param {HTMLInputElement} input
 */
async function sell(cage, input) {
  const amount = cents(input.value);
  if (!amount) {
    announce(
      input.value.trim()
        ? "That is no amount a ticket can have: write it like 25 or 12.50."
        : "Say for how much, in dollars.",
      { bad: true },
    );
    return;
  }
  const told = await cage.order({ type: "sell-ticket", amount });
  if (told.why) return;
  input.value = "";
  const { ticket } = told;
  showPaper("Ticket", ticket, ticket.serial, ticket.grouped);
}
