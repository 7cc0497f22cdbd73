// What an event at the table is to the player: a sound, a sentence, or a result.

import { notices } from "../common/notices.js";
import { announce } from "../common/page.js";
import { text as say } from "../common/text.js";
import { worded } from "../common/wording.js";

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
  else if (kind === "dice-offered") {
    terminal.slot.offered(event.seat, told.at, terminal.offerSeconds);
    if (event.seat === terminal.seat) terminal.sound("close");
  } else if (event.seat === terminal.seat) tellOwn(told);
  else tellOthers(terminal, told);
}

/** @type {Record<string, (told: Told) => void>} */
const OWN = {
  "wager-refused": ({ event }) =>
    announce(say("player.taken-down", { why: worded(event.reason) }), { clause: event.clause, bad: true }),
  "personal-limit-set": ({ event }) =>
    announce(say(event.limit ? "player.own-limits" : "player.own-limits-gone"), { clause: event.clause }),
  "card-out": ({ by }) => {
    if (by === "cage") announce(say("player.card-invalid"), { bad: true });
  },
  "call-declined": ({ event }) =>
    announce(say("player.call-declined", { why: event.reason }), { clause: event.clause, bad: true }),
  "concern-answered": ({ event }) => announce(say("player.supervisor-answers", { words: event.words })),
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
    if (mine.includes(event.colour)) announce(say("player.wants-colour", { seat: event.seat, colour: event.colour }));
  } else if (kind === "limits-announced" || kind === "closure-announced") {
    const [first] = notices(view, null, card, link.now());
    announce(say("player.notice", { words: first?.text ?? text?.[0] ?? "" }), { clause: event.clause });
  } else if (kind === "closure-withdrawn") announce(say("player.stays-open"));
  else if (kind === "limits-withdrawn") announce(say("player.limits-stay"));
}
