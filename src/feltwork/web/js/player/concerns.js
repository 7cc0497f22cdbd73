// Reporting a fault and disputing a round: written down at once, with the entry of the log it is about.

import { announce, element } from "../common/page.js";
import { resultOf } from "../common/rounds.js";
import { text } from "../common/text.js";
import { button, close, open, quiet, row } from "./sheets.js";

/** @import { Terminal } from "./terminal.js" */

const FAULTS = ["screen", "chip", "meter", "felt", "else"];
const DISPUTES = ["result", "paid", "taken", "else"];
const LONGEST = 300;

/** @param {Terminal} terminal */
export function faultSheet(terminal) {
  ask(terminal, text("player.report-fault"), "fault", 0, FAULTS, text("player.fault-more"));
}

/**
 * @param {Terminal} terminal
 * @param {any} round
 */
export function disputeSheet(terminal, round) {
  const title = text("player.dispute-title", { result: resultOf(round) });
  ask(
    terminal,
    title,
    "dispute",
    round.version,
    DISPUTES,
    text("player.dispute-more", { version: String(round.version) }),
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
    ...reasons.map((/** @type {string} */ reason) => element("option", { text: text(`player.reason-${reason}`) })),
  );
  const words = element("textarea", { id: "concern-words", rows: "3", maxlength: String(LONGEST - 60) });
  const send = button(
    text("player.send"),
    async () => {
      const said = [reason.value, words.value.trim()].filter(Boolean).join(": ");
      if (await terminal.send({ type: "raise-concern", seat: terminal.seat, about, words: said, version })) {
        close();
        announce(about === "fault" ? text("player.reported") : text("player.disputed"));
      }
    },
    "act",
  );
  open(
    title,
    quiet(promise),
    element("label", { for: "concern-reason", text: text("player.what-happened") }),
    reason,
    element("label", { for: "concern-words", text: text("player.your-words") }),
    words,
    row(send, button(text("common.cancel"), close)),
  );
}
