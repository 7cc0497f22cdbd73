// What an event at the table is to the player: a sound, a sentence, or a result.

import { notices } from "../common/notices.js";
import { announce } from "../common/page.js";

/** @import { Told } from "../common/messages.js" */
/** @import { Terminal } from "./terminal.js" */

/**
 * @param {Terminal} terminal
 * @param {Told} told
 */
export function tellEvent(terminal, told) {
  const { kind, event, lit } = told;
  if (kind === "round-settled") terminal.results.settled(event, lit ?? []);
  else if (kind === "round-invalid") terminal.results.invalid(event);
  else if (kind === "bets-closed" || kind === "no-more-bets") terminal.sound("close");
  else if (event.seat === terminal.seat) tellOwn(told);
  else tellOthers(terminal, told);
}

/** @type {Record<string, (told: Told) => void>} */
const OWN = {
  "dice-offered": () => announce("The dice are offered to you"),
  "wager-refused": ({ event }) =>
    announce(`A supervisor took a wager down: ${event.reason}`, { clause: event.clause, bad: true }),
  "personal-limit-set": ({ event }) =>
    announce(
      event.limit ? "A supervisor set limits of your own for you" : "The limits on the sign count for you again",
      { clause: event.clause },
    ),
  "card-out": ({ by }) => {
    if (by === "cage") announce("Your player card is no longer valid: please see the cage", { bad: true });
  },
  "call-declined": ({ event }) =>
    announce(`Your call was declined: ${event.reason}`, { clause: event.clause, bad: true }),
  "concern-answered": ({ event }) => announce(`The supervisor answers: ${event.words}`),
};

/** @param {Told} told */
function tellOwn(told) {
  OWN[told.kind]?.(told);
}

/**
 * @param {Terminal} terminal
 * @param {Told} told
 */
function tellOthers({ link, seat, card }, { kind, event, text }) {
  const { view } = link;
  if (kind === "colour-asked") {
    const mine = view.colours?.taken[seat]?.[0] ?? [];
    if (mine.includes(event.colour))
      announce(`Seat ${event.seat} would like your ${event.colour} too: it is for you to say`);
  } else if (kind === "limits-announced" || kind === "closure-announced") {
    const [first] = notices(view, null, card, link.now());
    announce(`Notice: ${first?.text ?? text?.[0]}`, { clause: event.clause });
  } else if (kind === "closure-withdrawn") announce("The table stays open: the notice of closing is down");
  else if (kind === "limits-withdrawn") announce("The notice of new limits is down");
}
