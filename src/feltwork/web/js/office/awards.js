// Prizes drawn: winners told, claims taken, paid or denied; and disputes about a promotion.

import { money, parse } from "../common/money.js";
import { element } from "../common/page.js";
import { openSheet } from "../common/sheet.js";
import { text } from "../common/text.js";
import { when } from "../common/times.js";
import { choiceField, textField } from "./fields.js";
import { button, meansOf, methodOf, row, section, standing } from "./parts.js";

/** @import { Office } from "./office.js" */

/** @type {Record<string, string>} */
const TONES = { won: "wait", claimed: "wait", paid: "good", refused: "bad" };

// Every single prize by its number, in the order of the terms.
const slots = (/** @type {any} */ terms) =>
  terms.prizes.flatMap((/** @type {any} */ prize) => Array.from({ length: prize.count }, () => prize));

/**
 * @param {Office} office
 * @param {any} promotion
 */
export function awards(office, promotion) {
  const prizes = slots(promotion.terms);
  const drawn = Object.entries(promotion.awards).filter(([, award]) => award.standing !== "open");
  if (!drawn.length) return null;
  return section(
    text("office.prizes"),
    ...drawn.map(([number, award]) => {
      const prize = prizes[Number(number) - 1];
      const told = award.first_attempt
        ? text(award.reached ? "office.was-told" : "office.was-tried", { time: when(award.first_attempt) })
        : award.tell_by && award.standing !== "refused"
          ? text("office.tell-by", { time: when(award.tell_by) })
          : "";
      return element(
        "div",
        { "data-award": number },
        row(
          element("b", { text: `${number} · ${prize.name}, ${money(prize.value)}` }),
          standing(award.standing, TONES[award.standing] ?? ""),
          element("span", {
            text: award.player ? text("office.won-by", { player: award.player, entry: award.entry }) : "",
          }),
          element("span", { class: "quiet", text: told }),
        ),
        office.reads ? null : row(...ways(office, promotion, Number(number), award, prize)),
      );
    }),
  );
}

/**
 * @param {Office} office
 * @param {any} promotion
 * @param {number} number
 * @param {any} award
 * @param {any} prize
 */
function ways(office, promotion, number, award, prize) {
  const send = (/** @type {Record<string, any>} */ command, people = {}) =>
    office.order(`promotion/${promotion.name}`, { award: number, ...command }, { people, say: text("office.noted") });
  const sheet = (
    /** @type {string} */ key,
    /** @type {any[]} */ fields,
    /** @type {(values: any) => any} */ give,
    kind = "",
  ) => button(text(key), () => openSheet({ title: text(key), fields, act: text(key), send: give }), kind);
  const redraw = sheet("office.redraw", [{ name: "reason", label: text("office.why") }], ({ reason }) =>
    send({ type: "ask-redraw", reason, commitment: "", sealed: "" }),
  );
  if (award.standing === "refused") return [redraw];
  if (award.standing !== "won" && award.standing !== "claimed") return [];
  const tell = sheet(
    "office.tell",
    [
      {
        node: choiceField(
          "means",
          text("office.means"),
          promotion.means.map((/** @type {string} */ m) => [m, meansOf(m)]),
        ),
      },
      {
        node: choiceField("reached", text("office.reached"), [
          ["yes", text("office.yes")],
          ["no", text("office.no")],
        ]),
      },
      { name: "note", label: text("office.note"), required: false },
    ],
    ({ means, reached, note }) => send({ type: "tell-winner", means, reached: reached === "yes", note }),
  );
  const deny = sheet(
    "office.deny",
    [
      { name: "name", label: text("office.full-name"), required: false },
      { name: "address", label: text("office.address"), required: false },
      { name: "reasons", label: text("office.reasons") },
    ],
    ({ name, address, reasons }) =>
      send(
        { type: "deny-claim", claimant: award.player, reasons },
        name || address ? { [award.player]: { name, address } } : {},
      ),
  );
  if (award.standing === "won")
    return [
      tell,
      sheet(
        "office.claim",
        [{ name: "identified", label: text("office.identified") }],
        (v) => send({ type: "claim-prize", ...v }),
        "act",
      ),
      deny,
      redraw,
    ];
  return [button(text("office.pay"), () => pay(promotion, prize, award, send), "act"), tell, deny];
}

/**
 * Somebody else than the winner claims a prize, and is refused: what it is worth comes from the terms.
 * @param {Office} office
 * @param {any} promotion
 */
export function denyOther(office, promotion) {
  const prizes = slots(promotion.terms).map((/** @type {any} */ prize, /** @type {number} */ at) => [
    String(at + 1),
    `${at + 1} · ${prize.name}, ${money(prize.value)}`,
  ]);
  openSheet({
    title: text("office.deny-other"),
    fields: [
      { node: choiceField("prize", text("office.which-prize"), prizes) },
      { name: "claimant", label: text("office.who") },
      { name: "name", label: text("office.full-name"), required: false },
      { name: "address", label: text("office.address"), required: false },
      { name: "reasons", label: text("office.reasons") },
    ],
    act: text("office.deny"),
    send: ({ prize, claimant, name, address, reasons }) =>
      office.order(
        `promotion/${promotion.name}`,
        { type: "deny-claim", claimant, reasons, prize: Number(prize) },
        { people: name || address ? { [claimant]: { name, address } } : {}, say: text("office.noted") },
      ),
  });
}

/**
 * @param {any} promotion
 * @param {any} prize
 * @param {any} award
 * @param {(command: Record<string, any>) => any} send
 */
function pay(promotion, prize, award, send) {
  const inMoney = prize.kind === "money";
  const parts = element(
    "div",
    { class: "two" },
    ...promotion.methods.map((/** @type {string} */ method) =>
      textField(`by-${method}`, methodOf(method), { inputmode: "decimal" }),
    ),
  );
  const fields = [
    prize.alternative
      ? {
          node: choiceField("alternative", text("office.as"), [
            ["", prize.name],
            ["yes", money(prize.alternative)],
          ]),
        }
      : null,
    inMoney || prize.alternative ? { node: parts } : null,
    { name: "chosen", label: text("office.chosen"), required: false },
    { name: "receipt", label: text("office.receipt"), required: false },
  ].filter((field) => field !== null);
  openSheet({
    title: text("office.pay-title", { player: award.player, prize: prize.name }),
    about: inMoney ? text("office.pay-about", { amount: money(prize.value) }) : "",
    fields,
    act: text("office.pay"),
    send: (values) => {
      const paid = [];
      for (const method of promotion.methods) {
        const typed = values[`by-${method}`];
        const cents = typed ? parse(typed) : 0;
        if (cents === null) return { why: text("common.not-an-amount", { typed }) };
        if (cents) paid.push({ method, amount: cents });
      }
      const { chosen, receipt, alternative } = values;
      return send({ type: "pay-prize", parts: paid, chosen, receipt, alternative: alternative === "yes" });
    },
  });
}

/**
 * Denied claims and disputes: who waits to be told what.
 * @param {Office} office
 * @param {any} promotion
 */
export function claims(office, promotion) {
  const where = `promotion/${promotion.name}`;
  const ask = (
    /** @type {string} */ key,
    /** @type {Record<string, any>} */ command,
    /** @type {any[]} */ fields,
    made = (/** @type {any} */ v) => v,
  ) =>
    button(text(key), () =>
      openSheet({
        title: text(key),
        fields,
        act: text(key),
        send: (values) => office.order(where, { ...command, ...made(values) }, { say: text("office.noted") }),
      }),
    );
  const means = [{ name: "means", label: text("office.means") }];
  const denied = Object.entries(promotion.claims).map(([number, claim]) =>
    element(
      "div",
      {},
      row(
        element("b", {
          text: text("office.claim-of", { number, who: claim.claimant || "–", value: money(claim.value) }),
        }),
        element("span", { text: claim.reasons }),
        claim.informed
          ? element("span", { class: "quiet", text: text("office.was-told", { time: when(claim.informed) }) })
          : element("span", { class: "quiet", text: text("office.tell-by", { time: when(claim.due) }) }),
        claim.erased ? element("span", { class: "quiet", text: text("office.erased") }) : null,
      ),
      office.reads
        ? null
        : row(
            claim.informed ? null : ask("office.inform", { type: "inform-claimant", claim: Number(number) }, means),
            claim.kept && !claim.erased
              ? ask("office.erase", { type: "erase-claimant", claim: Number(number) }, [
                  { name: "law", label: text("office.by-what-law") },
                ])
              : null,
          ),
    ),
  );
  const disputed = Object.entries(promotion.disputes).map(([number, dispute]) =>
    element(
      "div",
      {},
      row(
        element("b", { text: text("office.dispute-of", { number, who: dispute.person }) }),
        element("span", { text: dispute.about }),
        dispute.decision ? element("span", { text: `→ ${dispute.decision}` }) : null,
        dispute.advised
          ? element("span", { class: "quiet", text: text("office.was-told", { time: when(dispute.advised) }) })
          : null,
      ),
      office.reads
        ? null
        : row(
            dispute.decision
              ? null
              : ask(
                  "office.decide",
                  { type: "decide-dispute", dispute: Number(number) },
                  [
                    { name: "decision", label: text("office.finding") },
                    {
                      node: choiceField("satisfied", text("office.content"), [
                        ["yes", text("office.yes")],
                        ["no", text("office.no")],
                      ]),
                    },
                  ],
                  ({ decision, satisfied }) => ({ decision, satisfied: satisfied === "yes" }),
                ),
            dispute.decision && !dispute.satisfied && !dispute.advised
              ? ask("office.advise", { type: "advise-complaint", dispute: Number(number) }, means)
              : null,
          ),
    ),
  );
  if (!denied.length && !disputed.length) return null;
  return section(text("office.claims-and-disputes"), ...denied, ...disputed);
}
