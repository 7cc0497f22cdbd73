// Incidents: what a book bans, reported in its own words, and the measures that it gives for that, to whom it gives them.

import { parse } from "../common/money.js";
import { element } from "../common/page.js";
import { openSheet } from "../common/sheet.js";
import { text } from "../common/text.js";
import { when } from "../common/times.js";
import { bookField, textField } from "./fields.js";
import {
  button,
  clause,
  detail,
  events,
  facts,
  fromField,
  line,
  list,
  measureOf,
  offenceOf,
  presets,
  role,
  row,
  section,
  show,
  standing,
  sum,
  takerOf,
} from "./parts.js";
import { holds } from "./register.js";

/** @import { Office } from "./office.js" */

const LASTING = ["bar", "exclude", "recommend", "confiscate"];
const ANY_RULE = "rule";
const FOLLOWS = { clause: "79", roles: ["gaming_manager"], offences: [] };

const WEEK = 7 * 24 * 3_600_000_000;
/** @type {Record<string, (office: Office, incident: any, measures: any[]) => boolean>} which incidents a preset shows */
const IS = {
  week: (office, incident) => incident.at > office.now() - WEEK,
  holding: (office, incident, measures) =>
    measures.some((each) => each.incident === incident.number && holds(each, office.now()) === "holds"),
  bare: (_office, incident, measures) => !measures.some((each) => each.incident === incident.number),
};

/** @param {Office} office */
function draw(office) {
  const { incidents, measures } = office.data;
  const at = { shown: "", ...office.at.incidents };
  const found = incidents
    .filter((/** @type {any} */ one) => !at.shown || IS[at.shown](office, one, measures))
    .reverse();
  const chosen = found.find((/** @type {any} */ one) => one.number === at.number) ?? found[0];
  const lines = found.map((/** @type {any} */ one) => {
    const taken = measures.filter((/** @type {any} */ each) => each.incident === one.number);
    return line({
      key: `incident-${one.number}`,
      chosen: one === chosen,
      onchoose: () => office.choose({ number: one.number }),
      cells: [
        ["incident", office.named(one.person)],
        ["about", one.words, "words"],
        ["offence", element("span", {}, offenceOf(one.offence), " ", clause(one.clause))],
        ["when", when(one.at), "when"],
        ["measures", taken.map((/** @type {any} */ each) => measureOf(each.measure)).join(", ")],
      ],
    });
  });
  show(
    [
      office.reads ? null : button(text("office.report"), () => report(office), "act"),
      presets(
        "incidents",
        ["", ...Object.keys(IS)].map(
          (name) => /** @type {[string, string]} */ ([name, text(`office.incidents-${name || "all"}`)]),
        ),
        at.shown,
        (shown) => office.choose({ shown }),
      ),
      sum(text("office.incidents-sum", { count: found.length })),
    ],
    list(["incident", "about", "offence", "when", "measures"], lines, text("office.no-incidents")),
    chosen ? one(office, chosen) : null,
  );
}

/**
 * @param {Office} office
 * @param {any} incident
 */
function one(office, incident) {
  const book = office.book(incident.book);
  const taken = office.data.measures.filter((/** @type {any} */ each) => each.incident === incident.number);
  const offence = book.discipline.offences[incident.offence];
  return detail(
    element("h2", {
      text: `${text("office.incident", { number: incident.number })} · ${office.named(incident.person)}`,
    }),
    element("blockquote", { text: incident.words }),
    facts([
      ["game", book.name],
      ["offence", element("span", {}, `${offence?.words ?? incident.offence} `, clause(incident.clause))],
      ["table", incident.table],
      ["reported", `${when(incident.at)}, ${incident.by}`],
    ]),
    section(
      text("office.measures"),
      ...(taken.length
        ? taken.map((/** @type {any} */ each) => measure(office, each))
        : [element("p", { class: "quiet", text: text("office.no-measures") })]),
    ),
    office.reads ? null : section(text("office.powers", { book: book.name }), powers(office, incident, taken)),
  );
}

/**
 * The measures that the book gives for this breach, and no others; who may take them is where it is not somebody here.
 * @param {Office} office
 * @param {any} incident
 * @param {any[]} taken
 */
function powers(office, incident, taken) {
  const { measures } = office.book(incident.book).discipline;
  /** @type {[string, any][]} */
  const given = Object.entries(measures).filter(
    ([, power]) => !power.offences.length || power.offences.includes(incident.offence),
  );
  if (taken.some(({ measure: name, ended }) => name === "recommend" && !ended)) given.push(["exclude", FOLLOWS]);
  if (!given.length) return element("p", { class: "quiet", text: text("office.no-power") });
  return element(
    "div",
    { class: "powers" },
    ...given.map(([name, power]) => {
      const may = Boolean(office.has(power.roles));
      const made = button(
        measureOf(name),
        () => take(office, incident, name, power),
        name === "exclude" ? "danger" : "",
      );
      made.append(
        " ",
        element("small", {
          class: may && name === "exclude" ? "" : "quiet",
          text: may ? power.clause : `${power.clause} · ${text("office.for", { who: role(power.roles[0]) })}`,
        }),
      );
      made.disabled = !may;
      return made;
    }),
  );
}

/**
 * @param {Office} office
 * @param {any} taken
 */
function measure(office, taken) {
  const power = office.book(taken.book).discipline.measures[taken.measure] ?? FOLLOWS;
  const how = ["bar", "exclude"].includes(taken.measure) ? holds(taken, office.now()) : taken.ended ? "ended" : "";
  /** @type {[number, any][]} */
  const happened = [[taken.at, `${taken.by}: ${taken.reason}`]];
  if (taken.ended) happened.push([taken.ended, `${taken.ended_by}: ${taken.ended_why}`]);
  const acts = office.reads || taken.ended ? [] : ways(office, taken, power);
  return element(
    "div",
    { "data-measure": String(taken.number) },
    row(
      element("b", { text: measureOf(taken.measure) }),
      clause(taken.clause),
      how ? standing(how, how === "holds" ? "bad" : "") : null,
      taken.until ? element("span", { class: "quiet", text: text("office.until", { time: when(taken.until) }) }) : null,
    ),
    events(happened),
    acts.length ? row(...acts) : null,
  );
}

/**
 * @param {Office} office
 * @param {any} taken
 * @param {any} power
 */
function ways(office, taken, power) {
  const send = (/** @type {Record<string, any>} */ command, /** @type {string} */ say) =>
    office.order("incidents", { ...command, measure: taken.number }, { roles: power.roles, say });
  if (LASTING.includes(taken.measure))
    return [
      button(text(taken.measure === "confiscate" ? "office.give-back" : "office.lift"), () =>
        openSheet({
          title: text("office.lift-title", { measure: measureOf(taken.measure), person: taken.person }),
          fields: [{ name: "reason", label: text("office.why") }],
          act: text("office.lift"),
          send: (values) => send({ type: "end-measure", ...values }, text("office.lifted-said")),
        }),
      ),
    ];
  if (taken.measure === "detain")
    return [
      button(text("office.release"), () =>
        openSheet({
          title: text("office.release-title", { person: taken.person }),
          fields: [{ name: "reason", label: text("office.why") }],
          act: text("office.release"),
          send: (values) => send({ type: "end-measure", ...values }, text("office.released")),
        }),
      ),
      button(text("office.hand-over"), () =>
        openSheet({
          title: text("office.hand-over-title", { person: taken.person }),
          fields: [
            {
              name: "office",
              label: text("office.to-whom"),
              options: ["inspector", "police officer"].map((name) => [name, takerOf(name)]),
            },
            { name: "whom", label: text("office.taker-number") },
          ],
          act: text("office.hand-over"),
          send: (values) => send({ type: "hand-over", ...values }, text("office.handed-over")),
        }),
      ),
    ];
  if (taken.measure === "seize" && taken.seized)
    return [
      button(text("office.determine"), () =>
        openSheet({
          title: text("office.determine-title"),
          about: text("office.determine-about"),
          fields: [
            {
              name: "to_player",
              label: text("office.money-goes"),
              options: [
                ["yes", text("office.to-player")],
                ["no", text("office.kept")],
              ],
            },
            { name: "finding", label: text("office.finding") },
          ],
          act: text("office.determine"),
          send: ({ to_player, finding }) =>
            send({ type: "determine-seizure", to_player: to_player === "yes", finding }, text("office.determined")),
        }),
      ),
    ];
  return [];
}

/**
 * @param {Office} office
 * @param {any} incident
 * @param {string} name
 * @param {any} power
 */
function take(office, incident, name, power) {
  /** @type {any[]} */
  const fields = [];
  if (name === "void") fields.push({ name: "table", label: text("office.which-table"), value: incident.table });
  if (name === "seize") fields.push({ name: "amount", label: text("office.amount") });
  if (name === "bar" || name === "exclude")
    fields.push({ name: "until", label: text("office.until-when"), kind: "datetime-local", required: false });
  openSheet({
    title: text("office.take-title", { measure: measureOf(name), person: incident.person }),
    about: text(`office.about-${name}`),
    fields: [...fields, { name: "reason", label: text("office.why") }],
    act: measureOf(name),
    danger: name === "exclude",
    send: ({ until, amount, ...values }) => {
      const cents = amount === undefined ? 0 : parse(amount);
      if (cents === null) return { why: text("common.not-an-amount", { typed: amount }) };
      const command = {
        type: "take-measure",
        incident: incident.number,
        measure: name,
        amount: cents,
        until: fromField(until),
        ...values,
      };
      return office.order("incidents", command, { roles: power.roles, say: text("office.taken") });
    },
  });
}

/** @param {Office} office */
function report(office) {
  const what = element("select", { name: "offence" });
  const which = textField("clause", text("office.which-rule"), { required: false });
  const fill = (/** @type {string} */ id) => {
    const { offences } = office.book(id).discipline;
    what.replaceChildren(
      ...Object.entries(offences).map(([name, { clause: number, words }]) =>
        element("option", { value: name, text: `${number} · ${words}` }),
      ),
    );
    which.hidden = what.value !== ANY_RULE;
  };
  what.addEventListener("change", () => {
    which.hidden = what.value !== ANY_RULE;
  });
  const books = office.books.filter(({ discipline }) => discipline);
  const game = bookField(books, fill);
  fill(books[0].book);
  openSheet({
    title: text("office.report"),
    fields: [
      { node: game },
      { node: element("label", {}, text("office.what-was-done"), what) },
      { node: which },
      { name: "person", label: text("office.who") },
      { name: "table", label: text("office.table-if"), required: false },
      { name: "words", label: text("office.what-was-seen") },
      {
        node: element(
          "label",
          { class: "check" },
          element("input", { type: "checkbox", name: "on_duty" }),
          text("office.on-duty"),
        ),
      },
    ],
    act: text("office.report"),
    send: async ({ on_duty, ...values }) => {
      const told = await office.order(
        "incidents",
        { type: "report-incident", ...values, on_duty: on_duty === "on" },
        { say: text("office.reported") },
      );
      if (!told.why) office.choose({ number: told.done });
      return told;
    },
  });
}

export const incidents = {
  draw,
  waits: (/** @type {Office} */ office) =>
    /** @type {[number]} */ ([
      office.data.measures.filter((/** @type {any} */ one) => !one.ended && ["detain", "seize"].includes(one.measure))
        .length,
    ]),
};
