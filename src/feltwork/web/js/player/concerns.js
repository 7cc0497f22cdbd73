// Reporting a fault and disputing a round: written down at once, with the entry of the log it is about.

import { announce, element } from "../common/page.js";
import { resultOf } from "../common/rounds.js";
import { button, close, open, quiet, row } from "./sheets.js";

/** @import { Terminal } from "./terminal.js" */

const FAULTS = [
  "The screen does not answer",
  "A chip lies where I did not put it",
  "The meter is wrong",
  "The felt cannot be read",
  "Something else",
];
const LONGEST = 300;

/** @param {Terminal} terminal */
export function faultSheet(terminal) {
  ask(
    terminal,
    "Report a fault",
    "fault",
    0,
    FAULTS,
    "A supervisor sees this at once. The table plays on unless they stop it.",
  );
}

/**
 * @param {Terminal} terminal
 * @param {any} round
 */
export function disputeSheet(terminal, round) {
  const title = `Dispute: ${resultOf(round)}`;
  ask(
    terminal,
    title,
    "dispute",
    round.version,
    ["The result was called wrongly", "My wager was paid wrongly", "My wager was not taken", "Something else"],
    `This goes to the supervisor with entry ${round.version} of the log. You may ask for a review, and you have the right to complain to an inspector.`,
  );
}

/**
 * @param {Terminal} terminal
 * @param {string} title
 * @param {any} about
 * @param {number} version
 * @param {any} reasons
 * @param {any} promise
 */
function ask(terminal, title, about, version, reasons, promise) {
  const reason = element(
    "select",
    { id: "concern-reason" },
    ...reasons.map((/** @type {string} */ text) => element("option", { text })),
  );
  const words = element("textarea", { id: "concern-words", rows: "3", maxlength: String(LONGEST - 60) });
  const send = button(
    "Send",
    async () => {
      const said = [reason.value, words.value.trim()].filter(Boolean).join(": ");
      if (await terminal.send({ type: "raise-concern", seat: terminal.seat, about, words: said, version })) {
        close();
        announce(
          about === "fault"
            ? "Reported. A supervisor has it in front of them."
            : "Your dispute is written down and before the supervisor.",
        );
      }
    },
    "act",
  );
  open(
    title,
    quiet(promise),
    element("label", { for: "concern-reason", text: "What happened?" }),
    reason,
    element("label", { for: "concern-words", text: "In your words (optional)" }),
    words,
    row(send, button("Cancel", close)),
  );
}
