// The outbox: every notice to an inspector, the regulator or above, with the proof of its sending or why it could not be sent.

import { element } from "../common/page.js";
import { openSheet } from "../common/sheet.js";
import { text } from "../common/text.js";
import { when } from "../common/times.js";
import { longField } from "./fields.js";
import { button, detail, facts, line, list, presets, row, section, show, standing, sum, toOf } from "./parts.js";

/** @import { Office } from "./office.js" */

/** @type {Record<string, string>} */
const TONES = { sent: "good", cannot: "bad", retrying: "wait", queued: "wait", sending: "wait" };
const TO = ["inspector", "regulator", "manager", "operator"];

// In one word: sent, waiting, retrying, or it cannot be sent and a person must deliver it.
const stateOf = (/** @type {any} */ notice) => {
  if (notice.standing === "sent") return "sent";
  if (notice.stuck) return "cannot";
  return notice.attempts && notice.standing === "queued" ? "retrying" : notice.standing;
};

/** @param {Office} office */
function draw(office) {
  const at = { shown: "", ...office.at.outbox };
  const { notices } = office.data;
  const found = notices.filter(
    (/** @type {any} */ one) =>
      !at.shown || (at.shown === "waiting" ? one.standing !== "sent" : one.standing === "sent"),
  );
  const chosen = found.find((/** @type {any} */ one) => one.notice === at.notice) ?? found[0];
  const lines = found.map((/** @type {any} */ one) =>
    line({
      key: `notice-${one.notice}`,
      chosen: one === chosen,
      onchoose: () => office.choose({ notice: one.notice }),
      cells: [
        ["subject", one.subject],
        ["notice", text("office.notice-to", { number: one.notice, to: toOf(one.to) })],
        ["when", when(one.sent || one.queued), "when"],
        ["stands", standing(stateOf(one), TONES[stateOf(one)])],
      ],
    }),
  );
  const stuck = notices.filter((/** @type {any} */ one) => stateOf(one) === "cannot").length;
  const waiting = notices.filter((/** @type {any} */ one) => one.standing !== "sent").length;
  show(
    [
      presets(
        "notices",
        ["", "waiting", "sent"].map(
          (name) => /** @type {[string, string]} */ ([name, text(`office.notices-${name || "all"}`)]),
        ),
        at.shown,
        (shown) => office.choose({ shown }),
      ),
      sum(text("office.outbox-sum", { waiting, stuck })),
      office.reads ? null : button(text("office.write"), () => write(office)),
    ],
    list(["subject", "notice", "when", "stands"], lines, text("office.no-notices")),
    chosen ? one(office, chosen) : null,
  );
}

/**
 * @param {Office} office
 * @param {any} notice
 */
function one(office, notice) {
  const state = stateOf(notice);
  return detail(
    element("h2", { text: notice.subject }),
    row(standing(state, TONES[state])),
    facts([
      ["to", toOf(notice.to)],
      ["queued", when(notice.queued)],
      ["sent", notice.sent ? when(notice.sent) : ""],
      ["attempts", notice.attempts ? String(notice.attempts) : ""],
      ["again", state === "retrying" || state === "cannot" ? when(notice.next_at) : ""],
      ["channel", notice.channel],
      [notice.sent ? "proof" : "failed", notice.told],
      ["duty", notice.duty],
    ]),
    section(text("office.text"), element("pre", { class: "body", text: notice.body })),
    office.reads || notice.sent
      ? null
      : row(
          button(text("office.delivered"), () =>
            openSheet({
              title: text("office.delivered"),
              about: text("office.delivered-about"),
              fields: [
                { name: "means", label: text("office.means") },
                { name: "proof", label: text("office.proof") },
              ],
              act: text("office.delivered"),
              send: (values) =>
                office.order(
                  "duties",
                  { type: "deliver-notice", notice: notice.notice, ...values },
                  { say: text("office.noted") },
                ),
            }),
          ),
        ),
  );
}

/** @param {Office} office */
function write(office) {
  openSheet({
    title: text("office.write"),
    fields: [
      { name: "to", label: text("office.fact-to"), options: TO.map((name) => [name, toOf(name)]) },
      { name: "subject", label: text("office.head-subject") },
      { node: longField("body", text("office.text")) },
    ],
    act: text("office.write"),
    send: (values) => office.order("duties", { type: "queue-notice", ...values }, { say: text("office.noted") }),
  });
}

export const outbox = {
  draw,
  waits: (/** @type {Office} */ office) => {
    const stuck = office.data.notices.filter((/** @type {any} */ one) => stateOf(one) === "cannot").length;
    return /** @type {[number, string]} */ ([stuck, "late"]);
  },
};
