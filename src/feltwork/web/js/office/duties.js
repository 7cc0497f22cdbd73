// The board of duties: what is due, done and late, by whom and by which clause, and who above was told.

import { element } from "../common/page.js";
import { openSheet } from "../common/sheet.js";
import { text } from "../common/text.js";
import { when } from "../common/times.js";
import {
  button,
  clause,
  detail,
  dutiesOf,
  events,
  facts,
  filter,
  fromField,
  line,
  list,
  presets,
  role,
  row,
  section,
  show,
  standing,
  sum,
} from "./parts.js";

/** @import { Office } from "./office.js" */

/** @type {Record<string, string>} */
const TONES = { due: "wait", late: "bad", done: "good", "done late": "bad" };
/** @type {Record<string, string[]>} */
const SHOWN = {
  open: ["due", "late"],
  late: ["late", "done late"],
  done: ["done", "done late"],
  all: ["due", "late", "done", "done late", "withdrawn"],
};

/** @param {Office} office */
function draw(office) {
  const at = { shown: "open", owner: "", clause: "", ...office.at.duties };
  const owners = [...new Set(office.data.duties.map((/** @type {any} */ one) => one.owner))].sort();
  const found = office.data.duties.filter(
    (/** @type {any} */ one) =>
      SHOWN[at.shown].includes(one.standing) &&
      (!at.owner || one.owner === at.owner) &&
      (!at.clause || one.clause.startsWith(at.clause)),
  );
  const chosen = found.find((/** @type {any} */ one) => one.duty === at.duty);
  const lines = found.map((/** @type {any} */ one) =>
    line({
      key: one.duty,
      chosen: one === chosen,
      onchoose: () => office.choose({ duty: one === chosen ? "" : one.duty }),
      cells: [
        ["duty", one.what],
        ["owner", [role(one.owner), above(one)].filter(Boolean).join(", ")],
        ["clause", clause(one.clause)],
        ["due", when(one.due), "when"],
        ["done", one.done ? when(one.done) : "", "when"],
        ["stands", standing(one.standing, TONES[one.standing])],
      ],
    }),
  );
  const count = (/** @type {string} */ name) =>
    office.data.duties.filter((/** @type {any} */ one) => one.standing === name).length;
  show(
    [
      presets(
        "duties",
        Object.keys(SHOWN).map((name) => /** @type {[string, string]} */ ([name, dutiesOf(name)])),
        at.shown,
        (shown) => office.choose({ shown }),
      ),
      filter(
        text("office.head-owner"),
        [["", text("office.everybody")], ...owners.map((name) => /** @type {[string, string]} */ ([name, role(name)]))],
        at.owner,
        (owner) => office.choose({ owner }),
      ),
      element(
        "label",
        {},
        text("office.by-clause"),
        element("input", {
          id: "duty-clause",
          size: "8",
          value: at.clause,
          onchange: (/** @type {any} */ event) => office.choose({ clause: event.target.value.trim() }),
        }),
      ),
      sum(text("office.duties-sum", { late: count("late"), due: count("due"), was: count("done late") })),
      office.reads ? null : button(text("office.raise"), () => raise(office)),
    ],
    list(["duty", "owner", "clause", "due", "done", "stands"], lines, text("office.no-duties")),
    chosen ? one(office, chosen) : null,
  );
}

// Who above was told that it is late.
const above = (/** @type {any} */ duty) => (duty.escalated ? text(`office.told-${duty.escalated}`) : "");

/** @param {any} duty */
function state(duty) {
  return element("span", {}, standing(duty.standing, TONES[duty.standing]), ` ${above(duty)}`);
}

/**
 * @param {Office} office
 * @param {any} duty
 */
function one(office, duty) {
  const notice = office.data.notices.find((/** @type {any} */ each) => each.duty === duty.duty);
  /** @type {[number, any][]} */
  const happened = [[duty.raised, text("office.was-raised")]];
  if (duty.escalated) happened.push([0, text(`office.told-${duty.escalated}`)]);
  if (duty.done) happened.push([duty.done, `${duty.by}: ${duty.how}`]);
  if (duty.withdrawn) happened.push([0, `${duty.by}: ${duty.withdrawn}`]);
  return detail(
    element("h2", { text: duty.what }),
    row(state(duty), clause(duty.clause)),
    facts([
      ["due", when(duty.due)],
      ["owner", role(duty.owner)],
      ["cause", duty.source],
      ["notice", notice ? `${notice.notice} · ${notice.subject}` : ""],
    ]),
    section(text("office.history"), events(happened)),
    office.reads || !["due", "late"].includes(duty.standing)
      ? null
      : row(
          button(text("office.do"), () => ask(office, duty, "do-duty", "how", "office.do"), "act"),
          duty.source
            ? null
            : button(text("office.withdraw"), () => ask(office, duty, "withdraw-duty", "why", "office.withdraw")),
        ),
  );
}

/**
 * @param {Office} office
 * @param {any} duty
 * @param {string} type
 * @param {string} name
 * @param {string} title
 */
function ask(office, duty, type, name, title) {
  openSheet({
    title: duty.what,
    fields: [{ name, label: text(name === "how" ? "office.how-done" : "office.why") }],
    act: text(title),
    send: (values) => office.order("duties", { type, duty: duty.duty, ...values }, { say: text("office.noted") }),
  });
}

/** @param {Office} office */
function raise(office) {
  openSheet({
    title: text("office.raise"),
    fields: [
      { name: "what", label: text("office.what") },
      { name: "owner", label: text("office.whose"), value: office.me.people[0][1] },
      { name: "due", label: text("office.fact-due"), kind: "datetime-local" },
      { name: "clause", label: text("office.by-clause"), required: false },
    ],
    act: text("office.raise"),
    send: ({ due, ...values }) =>
      office.order("duties", { type: "raise-duty", ...values, due: fromField(due) }, { say: text("office.noted") }),
  });
}

export const duties = {
  draw,
  waits: (/** @type {Office} */ office) => {
    const late = office.data.duties.filter((/** @type {any} */ one) => one.standing === "late").length;
    const due = office.data.duties.filter((/** @type {any} */ one) => one.standing === "due").length;
    return /** @type {[number, string]} */ (late ? [late, "late"] : [due, ""]);
  },
};
