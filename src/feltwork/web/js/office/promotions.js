// Promotions, from the draft of their terms to the last prize paid: what is missing, what comes next, and who may do it.

import { money } from "../common/money.js";
import { element, get } from "../common/page.js";
import { refuse } from "../common/refused.js";
import { openSheet } from "../common/sheet.js";
import { hasText, text } from "../common/text.js";
import { when } from "../common/times.js";
import { awards, claims, denyOther } from "./awards.js";
import { button, clause, detail, facts, line, list, row, section, show, standing, sum } from "./parts.js";
import { editTerms, newPromotion, termsShown } from "./terms.js";

/** @import { Office } from "./office.js" */

const STEPS = ["draft", "submitted", "running", "frozen", "drawn", "closed"];
/** @type {Record<string, string>} */
const TONES = { draft: "wait", submitted: "wait", running: "good", frozen: "wait", drawn: "wait", cancelled: "bad" };

/** @param {Office} office */
function draw(office) {
  const found = [...office.data.promotions].reverse();
  const chosen = found.find((/** @type {any} */ one) => one.name === office.at.promotions?.name) ?? found[0];
  const lines = found.map((/** @type {any} */ one) =>
    line({
      key: `promotion-${one.name}`,
      chosen: one === chosen,
      onchoose: () => office.choose({ name: one.name, draws: null }),
      cells: [
        ["promotion", one.terms?.title ?? one.name],
        ["stands", standing(one.standing, TONES[one.standing] ?? "")],
        ["entries", String(one.entries)],
      ],
    }),
  );
  show(
    [
      office.reads ? null : button(text("office.new-promotion"), () => newPromotion(office), "act"),
      office.reads ? null : button(text("office.prescribed"), () => prescribed(office)),
      sum(text("office.promotions-sum", { count: found.length })),
    ],
    list(["promotion", "stands", "entries"], lines, text("office.no-promotions")),
    chosen ? one(office, chosen) : null,
  );
}

/**
 * @param {Office} office
 * @param {any} promotion
 */
function one(office, promotion) {
  const { terms } = promotion;
  const act = !office.reads;
  return detail(
    element("h2", { text: terms.title }),
    steps(promotion),
    promotion.postponed
      ? element("p", { class: "bad", text: text("office.postponed", { why: promotion.postponed }) })
      : null,
    facts([
      ["games", promotion.books.map((/** @type {string} */ id) => office.book(id)?.name ?? id).join(", ")],
      ["commences", terms.commences ? when(terms.commences) : ""],
      ["closes", terms.closes ? when(terms.closes) : ""],
      ["draws", terms.draws_at ? when(terms.draws_at) : ""],
      ["submitted", promotion.timing.submitted ? `${when(promotion.timing.submitted)}, ${promotion.regulator}` : ""],
      ["delivered", promotion.timing.delivered ? when(promotion.timing.delivered) : ""],
      ["scrutineer", promotion.scrutineer || (promotion.needs_scrutineer ? text("office.none-yet") : "")],
      [
        "entries",
        promotion.entries ? text("office.entries-of", { entries: promotion.entries, people: promotion.people }) : "",
      ],
      ["set-aside", promotion.set_aside ? money(promotion.set_aside) : ""],
    ]),
    act ? section(text("office.next"), row(...next(office, promotion))) : null,
    promotion.lacks?.length
      ? section(
          text("office.missing", { count: promotion.lacks.length }),
          element(
            "ul",
            { class: "lacks" },
            ...promotion.lacks.map((/** @type {any} */ lack) =>
              element(
                "li",
                {},
                `${lacking(lack.about)} `,
                clause(lack.clause),
                " ",
                act && lack.word ? clearing(office, promotion, lack) : null,
              ),
            ),
          ),
        )
      : null,
    awards(office, promotion),
    claims(office, promotion),
    drawn(office, promotion),
    termsShown(promotion),
  );
}

/**
 * A word that reads as barred is cleared by another person than who wrote the terms, with a reason.
 * @param {Office} office
 * @param {any} promotion
 * @param {any} lack
 */
const clearing = (office, promotion, lack) =>
  button(text("office.clear-prize"), () =>
    openSheet({
      title: text("office.clear-title", { word: lack.word, prize: lack.prize }),
      about: text("office.clear-about"),
      fields: [{ name: "reason", label: text("office.why") }],
      act: text("office.clear-prize"),
      send: ({ reason }) =>
        office.order(
          `promotion/${promotion.name}`,
          { type: "clear-prize", prize: lack.prize, clause: lack.clause, reason },
          { say: text("office.noted") },
        ),
    }),
  );

// What is missing, with the names that its fields have in the form.
function lacking(/** @type {string} */ about) {
  const [, what, named] = /^(.*): ([a-z_, ]+) not said$/.exec(about) ?? [];
  const keys = (named ?? "").split(", ").map((name) => `office.term-${name.replaceAll("_", "-")}`);
  if (!named || !keys.every(hasText)) return about.replaceAll("_", " ");
  return keys.length > 1 ? `${what}: ${keys.map((key) => text(key)).join(", ")}` : what;
}

/** @param {any} promotion */
function steps(promotion) {
  const now = STEPS.indexOf(promotion.standing);
  const names = now < 0 ? [...STEPS.slice(0, 1), promotion.standing] : STEPS;
  return element(
    "ol",
    { class: "steps" },
    ...names.map((name, at) =>
      element("li", {
        class: now < 0 ? (at ? "now" : "done") : at < now ? "done" : at === now ? "now" : "",
        text: standing(name).textContent,
      }),
    ),
  );
}

/**
 * What can be done now, in the order in which it is usually done.
 * @param {Office} office
 * @param {any} promotion
 * @returns {any[]}
 */
function next(office, promotion) {
  const where = `promotion/${promotion.name}`;
  const send = (/** @type {Record<string, any>} */ command) =>
    office.order(where, command, { roles: rolesFor(command, promotion), say: text("office.noted") });
  const now = (
    /** @type {string} */ type,
    /** @type {string} */ key,
    kind = "act",
    /** @type {Record<string, any>} */ more = {},
  ) =>
    button(
      text(key),
      async () => {
        const told = await send({ type, ...more });
        if (told.why) refuse(told.why, { clause: told.clause });
      },
      kind,
    );
  const sheet = (
    /** @type {string} */ type,
    /** @type {string} */ key,
    /** @type {any[]} */ fields,
    kind = "",
    /** @type {(values: any) => any} */ made = (values) => values,
  ) =>
    button(
      text(key),
      () =>
        openSheet({
          title: text(key),
          fields,
          act: text(key),
          danger: kind === "danger",
          send: (v) => send({ type, ...made(v) }),
        }),
      kind,
    );
  const reason = [{ name: "reason", label: text("office.why") }];
  const doubt = promotion.postponed
    ? [sheet("validate-promotion", "office.validate", [{ name: "finding", label: text("office.finding") }], "act")]
    : [sheet("postpone-promotion", "office.postpone", reason)];
  const end = [...doubt, sheet("cancel-promotion", "office.cancel-promotion", reason, "danger")];
  const scrutineer = sheet("nominate-scrutineer", "office.nominate", [{ name: "person", label: text("office.who") }]);
  const dispute = sheet("dispute-promotion", "office.dispute-it", [
    { name: "person", label: text("office.who") },
    { name: "about", label: text("office.what-they-say") },
  ]);
  const deny = button(text("office.deny-other"), () => denyOther(office, promotion));
  switch (promotion.standing) {
    case "draft":
      return [
        button(text("office.edit-terms"), () => editTerms(office, promotion), promotion.lacks.length ? "act" : ""),
        now("submit-promotion", "office.submit", promotion.lacks.length ? "" : "act"),
        scrutineer,
      ];
    case "submitted":
      return [
        promotion.timing.delivered
          ? now("commence-promotion", "office.commence")
          : sheet(
              "record-delivery",
              "office.record-delivery",
              [
                { name: "means", label: text("office.means") },
                { name: "proof", label: text("office.proof") },
              ],
              "act",
              (values) => ({ ...values, digest: promotion.digest_of_terms }),
            ),
        button(text("office.edit-terms"), () => editTerms(office, promotion)),
        scrutineer,
        ...end,
      ];
    case "running":
      return [
        sheet(
          "enter-promotion",
          "office.enter",
          [
            { name: "player", label: text("office.who") },
            { name: "entries", label: text("office.fact-entries"), kind: "number", value: "1" },
            { name: "wager", label: text("office.wager"), required: false },
          ],
          "act",
          ({ player, entries, wager }) => ({
            player,
            entries: Number(entries),
            wager: Math.round(Number(wager || 0) * 100),
          }),
        ),
        promotion.terms.wager_required ? button(text("office.by-ledger"), () => byLedger(office, promotion)) : null,
        now("freeze-entries", "office.freeze", "", { commitment: "", sealed: "" }),
        sheet(
          "strike-entries",
          "office.strike",
          [{ name: "first", label: text("office.first-number"), kind: "number" }, ...reason],
          "",
          (values) => ({
            ...values,
            first: Number(values.first),
          }),
        ),
        button(text("office.amend"), () => editTerms(office, promotion, true)),
        scrutineer,
        deny,
        dispute,
        ...end,
      ];
    case "frozen":
      return [witness(promotion, sheet, now), deny, dispute, ...end];
    case "drawn":
      return [
        ...(promotion.pending
          ? [witness(promotion, sheet, now)]
          : [now("close-promotion", "office.close-promotion", "")]),
        deny,
        dispute,
        ...end,
      ];
    case "cancelled":
      return promotion.set_aside
        ? [now("close-promotion", "office.close-promotion", ""), deny, dispute]
        : [element("p", { class: "quiet", text: text("office.nothing-left") })];
    default:
      return [element("p", { class: "quiet", text: text("office.nothing-left") })];
  }
}

/**
 * Enter whoever has wagered enough, by what the ledger shows and the terms say.
 * @param {Office} office
 * @param {any} promotion
 */
async function byLedger(office, promotion) {
  const { due = [], why } = await get(`/api/pit/due/${promotion.name}`);
  if (why) return refuse(why);
  return openSheet({
    title: text("office.by-ledger"),
    about: text(due.length ? "office.by-ledger-about" : "office.by-ledger-none"),
    fields: due.map((/** @type {any} */ { player, entries, wagered }) => ({
      node: element("p", { text: text("office.by-ledger-line", { player, entries, wagered: money(wagered) }) }),
    })),
    act: text("office.by-ledger"),
    send: async () => {
      for (const { player, entries, wagered } of due) {
        const command = { type: "enter-promotion", player, entries, wager: wagered };
        const told = await office.order(`promotion/${promotion.name}`, command, { say: text("office.noted") });
        if (told.why) return told;
      }
      return {};
    },
  });
}

// Where a scrutineer must oversee the draw, whoever is also something else does it as the scrutineer.
const rolesFor = (/** @type {any} */ { type }, /** @type {any} */ promotion) =>
  type === "witness-draw" && promotion.needs_scrutineer ? ["scrutineer"] : [];

/**
 * A draw takes two people: one oversees it with a word of their own, then it is made.
 * @param {any} promotion
 * @param {(...given: any[]) => any} sheet
 * @param {(...given: any[]) => any} now
 */
const witness = (promotion, sheet, now) =>
  promotion.pending?.witness
    ? now("draw-prizes", "office.draw")
    : sheet("witness-draw", "office.witness", [{ name: "word", label: text("office.word") }], "act");

/**
 * The frozen list, the commitment, and the draws made again from what is published.
 * @param {Office} office
 * @param {any} promotion
 */
function drawn(office, promotion) {
  if (!promotion.digest) return null;
  const again = async () => office.choose({ draws: await get(`/api/pit/draws/${promotion.name}`) });
  const found = office.at.promotions?.draws;
  const is = found?.promotion === promotion.name ? found : null;
  return section(
    text("office.the-draw"),
    facts([
      ["digest", element("span", { class: "number", text: promotion.digest })],
      ["commitment", promotion.pending?.commitment ?? ""],
      ["asked", promotion.pending?.asked_by ?? ""],
      ["witness", promotion.pending?.witness ?? ""],
    ]),
    row(
      button(text("office.recompute"), again),
      element("a", {
        class: "plain button",
        href: `/api/pit/draws/${promotion.name}`,
        download: true,
        text: text("office.list-and-draws"),
      }),
    ),
    is
      ? element("p", {
          id: "recomputed",
          class: is.wrong.length ? "bad" : "good",
          text: is.wrong.length
            ? is.wrong.join("; ")
            : text("office.recomputed", { count: is.draws.length, entries: is.entries.length }),
        })
      : null,
  );
}

/** @param {Office} office */
async function prescribed(office) {
  const held = await get("/api/prescribed");
  openSheet({
    title: text("office.prescribed"),
    about: text("office.prescribed-about"),
    fields: [
      {
        node: element(
          "label",
          {},
          text("office.one-a-line"),
          element("textarea", { name: "items", rows: "8", text: (held.items ?? []).join("\n") }),
        ),
      },
    ],
    act: text("office.keep"),
    send: ({ items }) =>
      office.order(
        "prescribed",
        {
          type: "list-prescribed",
          items: items
            .split("\n")
            .map((/** @type {string} */ one) => one.trim())
            .filter(Boolean),
        },
        { say: text("office.noted") },
      ),
  });
}

export const promotions = {
  draw,
  waits: (/** @type {Office} */ office) =>
    /** @type {[number]} */ ([
      office.data.promotions.filter((/** @type {any} */ one) => !["closed", "cancelled"].includes(one.standing)).length,
    ]),
};
