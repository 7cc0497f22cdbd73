// Disputes on each book's ladder: the first decision, a review if it is asked for, the right to complain, compensation, evidence.

import { money, parse } from "../common/money.js";
import { element, post } from "../common/page.js";
import { refuse } from "../common/refused.js";
import { openSheet } from "../common/sheet.js";
import { text } from "../common/text.js";
import { when } from "../common/times.js";
import { delegates } from "./delegates.js";
import { bookField } from "./fields.js";
import {
  button,
  clause,
  detail,
  facts,
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

const TONES = { raised: "wait", "under review": "wait", closed: "" };
const STEPS = ["raised", "decided", "under review", "reviewed", "closed"];

/** @param {Office} office */
function draw(office) {
  const at = { shown: "", ...office.at.disputes };
  const found = office.data.disputes
    .filter((/** @type {any} */ one) => !at.shown || (one.standing === "closed") === (at.shown === "closed"))
    .reverse();
  const chosen = found.find((/** @type {any} */ one) => one.number === at.number) ?? found[0];
  const lines = found.map((/** @type {any} */ dispute) =>
    line({
      key: `dispute-${dispute.number}`,
      chosen: dispute === chosen,
      onchoose: () => office.choose({ number: dispute.number }),
      cells: [
        ["dispute", office.named(dispute.person)],
        ["about", dispute.words, "words"],
        ["game", office.book(dispute.book)?.name ?? dispute.book],
        ["when", when(dispute.at), "when"],
        [
          "stands",
          standing(dispute.standing, /** @type {Record<string, string>} */ (TONES)[dispute.standing] ?? "good"),
        ],
      ],
    }),
  );
  show(
    [
      office.reads ? null : button(text("office.note-dispute"), () => note(office), "act"),
      ...delegates(office),
      presets(
        "disputes",
        ["", "open", "closed"].map(
          (name) => /** @type {[string, string]} */ ([name, text(`office.disputes-${name || "all"}`)]),
        ),
        at.shown,
        (shown) => office.choose({ shown }),
      ),
      sum(text("office.disputes-sum", { count: office.data.open })),
    ],
    list(["dispute", "about", "game", "when", "stands"], lines, text("office.no-disputes")),
    chosen ? one(office, chosen) : null,
  );
}

/**
 * @param {Office} office
 * @param {any} dispute
 */
function one(office, dispute) {
  const book = office.book(dispute.book);
  const ladder = book.discipline;
  return detail(
    element("h2", { text: `${text("office.dispute", { number: dispute.number })} · ${office.named(dispute.person)}` }),
    steps(dispute),
    element("blockquote", { text: dispute.words }),
    facts([
      ["game", book.name],
      ["table", dispute.table],
      ["round", dispute.round ? String(dispute.round) : ""],
      ["reported", `${when(dispute.at)}, ${dispute.by}`],
      ["paid", dispute.paid ? money(dispute.paid) : ""],
      ["advised", dispute.advised ? when(dispute.advised) : ""],
      ["satisfied", dispute.standing === "closed" ? text(dispute.satisfied ? "office.yes" : "office.no") : ""],
    ]),
    office.reads || dispute.standing === "closed" ? null : section(text("office.next"), ways(office, dispute, ladder)),
    section(
      text("office.ladder"),
      instance(dispute, 0, ladder.first),
      instance(dispute, 1, { ...ladder.review, roles: above(dispute, ladder) }),
      element("p", { class: "quiet" }, text("office.right", { right: ladder.right }), " ", clause(ladder.advice)),
    ),
    section(text("office.evidence"), evidence(office, dispute)),
  );
}

/** @param {any} dispute */
function steps(dispute) {
  const reviewed = dispute.decided_by.length > 1 || dispute.standing === "under review";
  const shown = STEPS.filter((name) => reviewed || !["under review", "reviewed"].includes(name));
  const now = shown.indexOf(dispute.standing);
  return element(
    "ol",
    { class: "steps" },
    ...shown.map((name, at) =>
      element("li", { class: at < now ? "done" : at === now ? "now" : "", text: standing(name).textContent }),
    ),
  );
}

/**
 * Who may review it: of a higher rank than whoever decided.
 * @param {any} dispute
 * @param {any} ladder
 * @returns {string[]}
 */
function above(dispute, ladder) {
  const rank = ladder.ranks.indexOf(dispute.decided_by[0]?.[1]);
  return ladder.review.roles.filter((/** @type {string} */ name) => ladder.ranks.indexOf(name) > rank);
}

/**
 * @param {any} dispute
 * @param {number} at
 * @param {any} power
 */
function instance(dispute, at, power) {
  const [person, as] = dispute.decided_by[at] ?? [];
  const who = text(at ? "office.review-by" : "office.first-by", { who: power.roles.map(role).join(", ") });
  return element(
    "div",
    {},
    row(element("b", { text: text(at ? "office.review" : "office.first") }), clause(power.clause)),
    person
      ? element("p", { text: `${person}, ${role(as)}: ${dispute.findings[at]}` })
      : element("p", { class: "quiet", text: who }),
  );
}

/**
 * @param {Office} office
 * @param {any} dispute
 */
function evidence(office, dispute) {
  const packs = dispute.evidence.map((/** @type {string} */ digest) =>
    element("a", {
      href: `/api/pit/evidence/${digest}`,
      class: "plain button",
      download: true,
      text: digest.slice(0, 12),
    }),
  );
  const press = async () => {
    const told = await post(`/api/pit/disputes/${dispute.number}/evidence`, { key: crypto.randomUUID() });
    if (told.why) refuse(told.why, { clause: told.clause });
    await office.heard(told, text("office.attached"));
  };
  const open = dispute.standing !== "closed" && !office.reads && dispute.table;
  if (!packs.length && !open) return element("p", { class: "quiet", text: text("office.no-evidence") });
  return row(...packs, open ? button(text("office.attach"), press) : null);
}

/**
 * @param {Office} office
 * @param {any} dispute
 * @param {any} ladder
 */
function ways(office, dispute, ladder) {
  const every = [...ladder.first.roles, ...ladder.review.roles];
  const send = (/** @type {Record<string, any>} */ command, /** @type {string} */ say, roles = every) =>
    office.order("incidents", { dispute: dispute.number, ...command }, { roles, say });
  const decide = (/** @type {any} */ power, /** @type {string} */ title) => {
    const may = reviewer(office, dispute, power);
    const made = button(
      title,
      () =>
        openSheet({
          title,
          about: text("office.decide-about"),
          fields: [
            { name: "finding", label: text("office.finding") },
            { name: "compensation", label: text("office.compensation"), required: false },
          ],
          act: title,
          send: ({ finding, compensation }) => {
            const cents = compensation ? parse(compensation) : 0;
            if (cents === null) return { why: text("common.not-an-amount", { typed: compensation }) };
            return send(
              { type: "decide-game-dispute", finding, compensation: cents },
              text("office.decided"),
              power.roles,
            );
          },
        }),
      "act",
    );
    made.disabled = !may;
    return may
      ? [made]
      : [
          made,
          element("span", { class: "quiet", text: text("office.for", { who: power.roles.map(role).join(", ") }) }),
        ];
  };
  if (dispute.standing === "raised") return row(...decide(ladder.first, text("office.decide")));
  if (dispute.standing === "under review")
    return row(...decide({ ...ladder.review, roles: above(dispute, ladder) }, text("office.decide-review")));
  const close = (/** @type {boolean} */ satisfied) => async () => {
    const told = await send({ type: "close-dispute", satisfied }, text("office.closed-said"));
    if (told.why) refuse(told.why, { clause: told.clause });
  };
  return row(
    dispute.standing === "decided"
      ? button(text("office.ask-review"), async () => {
          const told = await send({ type: "ask-review" }, text("office.review-asked"));
          if (told.why) refuse(told.why, { clause: told.clause });
        })
      : null,
    button(text("office.advise"), () =>
      openSheet({
        title: text("office.advise"),
        about: text("office.right", { right: ladder.right }),
        fields: [{ name: "how", label: text("office.how-told") }],
        act: text("office.advise"),
        send: (values) => send({ type: "advise-game-complaint", ...values }, text("office.advised-said")),
      }),
    ),
    button(text("office.close-satisfied"), close(true), "act"),
    button(text("office.close-unsatisfied"), close(false)),
  );
}

/**
 * May somebody here decide it? A review is by another person.
 * @param {Office} office
 * @param {any} dispute
 * @param {any} power
 */
function reviewer(office, dispute, power) {
  const before = dispute.decided_by.map((/** @type {any} */ [person]) => person);
  const delegate = office.data.delegates.some(
    (/** @type {any} */ one) =>
      one.book === dispute.book && office.me.people.some((/** @type {any} */ [person]) => person === one.person),
  );
  return (
    (office.has(power.roles) || (before.length && delegate)) &&
    !office.me.people.some((/** @type {any} */ [person]) => before.includes(person))
  );
}

/** @param {Office} office */
function note(office) {
  const books = office.books.filter(({ discipline }) => discipline);
  const covered = element(
    "label",
    { class: "check" },
    element("input", { type: "checkbox", name: "silent" }),
    text("office.not-covered"),
  );
  const fill = (/** @type {string} */ id) => {
    covered.hidden = !office.book(id).discipline.silent;
  };
  const game = bookField(books, fill);
  fill(books[0].book);
  openSheet({
    title: text("office.note-dispute"),
    fields: [
      { node: game },
      { name: "person", label: text("office.who") },
      { name: "table", label: text("office.table-if"), required: false },
      { name: "round", label: text("office.round-if"), kind: "number", required: false },
      { name: "words", label: text("office.what-they-say") },
      { node: covered },
    ],
    act: text("office.note-dispute"),
    send: async ({ round, silent, ...values }) => {
      const told = await office.order(
        "incidents",
        { type: "raise-game-dispute", ...values, round: Number(round) || 0, covered: silent !== "on" },
        { say: text("office.noted") },
      );
      if (!told.why) office.choose({ number: told.done });
      return told;
    },
  });
}

export const disputes = {
  draw,
  waits: (/** @type {Office} */ office) => /** @type {[number]} */ ([office.data.open]),
};
