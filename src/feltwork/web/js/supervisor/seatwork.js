// Seats from the supervisor's side: personal limits, wagers refused, seats to vacate, terminals, cards and credits of the electronic game.

import { sayOwn } from "../common/limits.js";
import { makeKey } from "../common/link.js";
import { money, parse, spotKey } from "../common/money.js";
import { element, post } from "../common/page.js";
import { called } from "../common/people.js";
import { refuse } from "../common/refused.js";
import { openSheet, reasonField } from "../common/sheet.js";
import { text } from "../common/text.js";

/** @import { Console } from "./console.js" */
/** @import { Stake, View } from "../common/messages.js" */

const PAID_VOID = "system, paid void";

/**
 * @param {Console} console_
 * @param {View} view
 * @param {any} office
 */
export function seatsPanel(console_, view, office) {
  const seats = Object.entries(office.seats ?? {});
  const raised = (view.concerns ?? []).map((/** @type {any} */ concern) =>
    element(
      "div",
      { class: "notice danger row" },
      element("span", {
        text: text("supervisor.concern", {
          seat: String(concern.seat),
          player: called(concern.player),
          about: concern.about,
          words: concern.words,
        }),
      }),
      element("button", {
        type: "button",
        text: text("supervisor.answer-button"),
        onclick: () => answerConcern(console_, office, concern),
      }),
    ),
  );
  if (!seats.length) return [...raised, element("p", { class: "empty", text: text("supervisor.nobody-sits") })];
  const rows = seats.map(([seat, kept]) =>
    element(
      "tr",
      {},
      element("td", { class: "number", text: seat }),
      element("td", { class: "who", text: called(kept.player) }),
      element("td", { class: "money", text: money(kept.balance) }),
      element("td", { class: "money", text: money(kept.staked) }),
      element("td", {
        text: office.faulty[seat]
          ? text("supervisor.terminal-out", { error: office.faulty[seat] })
          : kept.personal
            ? sayOwn(kept.personal, (/** @type {string} */ wager) => office.wagers[wager])
            : text("supervisor.the-sign"),
      }),
      element("td", {}, element("div", { class: "row" }, ...buttons(console_, view, office, Number(seat), kept))),
    ),
  );
  const cases = Object.entries(office.withheld).map(([id, [player, cents]]) =>
    element(
      "div",
      { class: "row" },
      element("span", { text: text("supervisor.case", { id, amount: money(cents), player: called(player) }) }),
      element("button", { type: "button", text: text("supervisor.end"), onclick: () => endWithholding(console_, id) }),
    ),
  );
  const heads = ["seat", "player", "in-rail", "on-felt", "limits"].map((name) => text(`supervisor.head-${name}`));
  return [
    ...raised,
    element(
      "table",
      {},
      element(
        "thead",
        {},
        element(
          "tr",
          {},
          ...heads.map((words, i) => element("th", { text: words, class: i === 2 || i === 3 ? "money" : "" })),
          element("td"),
        ),
      ),
      element("tbody", {}, ...rows),
    ),
    ...cases,
  ];
}

/**
 * @param {Console} console_
 * @param {View} view
 * @param {any} office
 * @param {number} seat
 * @param {any} kept
 */
function buttons(console_, view, office, seat, kept) {
  const has = (/** @type {any} */ what) => what in office.powers;
  const button = (/** @type {string} */ words, /** @type {(...given: any[]) => any} */ act) =>
    element("button", {
      type: "button",
      text: words,
      "aria-label": text("supervisor.for-seat", { what: words.replace("…", ""), seat: String(seat) }),
      onclick: act,
    });
  const lies = view.stakes.filter((/** @type {Stake} */ stake) => stake.seat === seat);
  const rare = [
    {
      power: "vacate",
      words: text("supervisor.told-to-vacate"),
      act: () => console_.send({ type: "vacate-seat", seat }),
    },
    { power: "confirm terminal", words: text("supervisor.credits-ticket"), act: () => clear(console_, seat) },
    { power: "vacate", words: text("supervisor.free-seat"), act: () => console_.send({ type: "leave", seat }) },
    { power: "relax close", words: text("supervisor.relax"), act: () => relax(console_, seat) },
    { power: "confirm terminal", words: text("supervisor.terminal"), act: () => terminal(console_, office, seat) },
    {
      power: "find invalid",
      words: text("supervisor.card-rule"),
      act: () => findInvalid(console_, office, seat, kept),
    },
    { power: "withhold", words: text("supervisor.withhold"), act: () => withhold(console_, seat, kept) },
  ].filter(({ power }) => has(power));
  const more = element(
    "select",
    { "aria-label": text("supervisor.more-for-seat", { seat: String(seat) }) },
    element("option", { text: text("supervisor.more"), value: "" }),
    ...rare.map(({ words }, i) => element("option", { text: words, value: String(i) })),
  );
  more.addEventListener("change", () => {
    const { act } = rare[Number(more.value)];
    more.value = "";
    more.blur();
    act();
  });
  return [
    button(text("supervisor.limit"), () => personalLimit(console_, office, seat, kept)),
    kept.personal
      ? button(text("supervisor.back-to-sign"), () =>
          console_.answer({ type: "set-personal-limit", seat, limit: null }),
        )
      : null,
    lies.length ? button(text("supervisor.refuse"), () => refuseWager(console_, seat, lies)) : null,
    rare.length ? more : null,
  ];
}

/**
 * @param {Console} console_
 * @param {any} office
 * @param {number} seat
 * @param {any} kept
 */
function personalLimit(console_, office, seat, kept) {
  const [low, high, unit] = Object.values(kept.personal ?? {})[0] ?? [0, null, 0];
  openSheet({
    title: text("supervisor.personal-title", { seat: String(seat) }),
    about: text("supervisor.personal-about", { player: called(kept.player), clause: office.clauses.personal }),
    act: text("supervisor.set-limit"),
    fields: [
      { name: "low", label: text("supervisor.minimum"), value: low ? money(low) : "5.00" },
      { name: "high", label: text("supervisor.maximum"), value: high ? money(high) : "" },
      { name: "unit", label: text("supervisor.unit-none"), value: money(unit) },
      {
        name: "wager",
        label: text("supervisor.for"),
        options: [["", text("supervisor.every-wager")], ...Object.entries(office.wagers)],
      },
    ],
    send: (values) => {
      const limit = [parse(values.low), parse(values.high), parse(values.unit)];
      if (limit.includes(null)) return { why: text("supervisor.amount-like") };
      return console_.answer({ type: "set-personal-limit", seat, limit, wagers: values.wager ? [values.wager] : [] });
    },
  });
}

/**
 * Credits that a player has left behind, once the table is to close or the player was told to go.
 * @param {Console} console_
 * @param {number} seat
 */
async function clear(console_, seat) {
  const told = await post(`/api/office/${console_.table}/clear`, { key: makeKey(), seat });
  if (told.why) return refuse(told.why, { clause: told.clause });
  openSheet({
    title: text("supervisor.credits-title", { seat: String(seat) }),
    about: text("supervisor.credits-about", { amount: money(told.amount), ticket: told.grouped }),
    act: text("supervisor.print-ticket"),
    fields: [],
    send: () => {
      open(told.page, "_blank", "noopener");
      return {};
    },
  });
}

/**
 * @param {Console} console_
 * @param {number} seat
 * @param {any} lies
 */
function refuseWager(console_, seat, lies) {
  openSheet({
    title: text("supervisor.refuse-title", { seat: String(seat) }),
    about: text("supervisor.refuse-about"),
    act: text("supervisor.refuse-act"),
    danger: true,
    fields: [
      {
        name: "which",
        label: text("supervisor.wager"),
        options: lies.map((/** @type {Stake} */ stake, /** @type {number} */ i) => [
          String(i),
          `${console_.card?.[spotKey(stake.wager, stake.on)]?.name ?? stake.wager}, ${money(stake.stake)}`,
        ]),
      },
      reasonField([
        text("supervisor.refuse-against"),
        text("supervisor.refuse-not-own"),
        text("supervisor.refuse-limits"),
        text("supervisor.refuse-conduct"),
      ]),
    ],
    send: ({ which, reason }) =>
      console_.answer({
        type: "refuse-wager",
        seat,
        wager: lies[which].wager,
        on: lies[which].placed_on ?? lies[which].on,
        reason,
      }),
  });
}

/**
 * @param {Console} console_
 * @param {number} seat
 */
function relax(console_, seat) {
  openSheet({
    title: text("supervisor.relax-title", { seat: String(seat) }),
    about: text("supervisor.relax-about"),
    act: text("supervisor.relax-act"),
    fields: [reasonField([text("supervisor.relax-slow"), text("supervisor.relax-wait")])],
    send: ({ reason }) => console_.answer({ type: "relax-close", seat, reason }),
  });
}

/**
 * @param {Console} console_
 * @param {any} office
 * @param {number} seat
 */
function terminal(console_, office, seat) {
  if (office.faulty[seat]) {
    return openSheet({
      title: text("supervisor.terminal-title", { seat: String(seat) }),
      about: text("supervisor.terminal-shows", { error: office.faulty[seat] }),
      act: text("supervisor.put-on-record"),
      fields: [
        {
          name: "confirmed",
          label: text("supervisor.its-wagers"),
          options: [
            ["yes", text("supervisor.wagers-confirmed")],
            ["no", text("supervisor.wagers-void")],
            ["rest", text("supervisor.wagers-rest")],
          ],
        },
        { name: "how", label: text("supervisor.how-found") },
      ],
      send: ({ confirmed, how }) =>
        console_.answer({
          type: "confirm-terminal",
          seat,
          confirmed: confirmed === "yes",
          how,
          paid_stands: confirmed === "rest",
        }),
    });
  }
  return openSheet({
    title: text("supervisor.terminal-fails", { seat: String(seat) }),
    act: text("supervisor.take-out"),
    danger: true,
    fields: [
      {
        name: "fault",
        label: text("supervisor.fault"),
        options: [
          ...Object.entries(office.terminal_faults).map(([fault, clause]) => [fault, `${fault} (${clause})`]),
          ...(office.terminal_faults.system ? [[PAID_VOID, text("supervisor.system-paid-void")]] : []),
        ],
      },
      { name: "error", label: text("supervisor.error-shown") },
    ],
    send: ({ fault, error }) =>
      console_.answer({
        type: "report-terminal",
        seat,
        fault: fault === PAID_VOID ? "system" : fault,
        error,
        paid_void: fault === PAID_VOID,
      }),
  });
}

/**
 * Another's card, or play for another person: whatever is claimed of agency, it changes nothing.
 * @param {Console} console_
 * @param {any} office
 * @param {number} seat
 * @param {any} kept
 */
function findInvalid(console_, office, seat, kept) {
  openSheet({
    title: text("supervisor.invalid-title", { seat: String(seat) }),
    act: text("supervisor.declare-invalid"),
    danger: true,
    about: text("supervisor.invalid-about", {
      player: called(kept.player),
      clause: office.powers["find invalid"].clause,
    }),
    fields: [
      reasonField([text("supervisor.invalid-card"), text("supervisor.invalid-other"), text("supervisor.invalid-none")]),
      {
        name: "claim",
        label: text("supervisor.claim"),
        required: false,
      },
    ],
    send: ({ reason, claim }) => console_.answer({ type: "find-invalid", seat, reason, claim }),
  });
}

/**
 * @param {Console} console_
 * @param {number} seat
 * @param {any} kept
 */
function withhold(console_, seat, kept) {
  openSheet({
    title: text("supervisor.withhold-title", { seat: String(seat) }),
    about: text("supervisor.withhold-about", { player: called(kept.player), amount: money(kept.balance) }),
    act: text("supervisor.withhold-act"),
    danger: true,
    fields: [
      { name: "amount", label: text("supervisor.amount"), value: money(kept.balance) },
      reasonField([text("supervisor.withhold-fault"), text("supervisor.withhold-fraud")]),
    ],
    send: ({ amount, reason }) => {
      const cents = parse(amount);
      return cents === null
        ? { why: text("supervisor.amount-like") }
        : console_.answer({ type: "withhold", seat, amount: cents, reason });
    },
  });
}

/**
 * @param {Console} console_
 * @param {any} office
 * @param {Record<string, any>} given
 */
function answerConcern(console_, office, { number, about, words }) {
  openSheet({
    title: text("supervisor.answer-title", { about }),
    about: `${words} (${office.clauses.disputes})`,
    act: text("supervisor.answer"),
    fields: [
      reasonField(
        [text("supervisor.answer-stands"), text("supervisor.answer-corrected"), text("supervisor.answer-terminal")],
        text("supervisor.answer"),
      ),
    ],
    send: ({ reason }) => console_.answer({ type: "answer-concern", number, words: reason }),
  });
}

/**
 * @param {Console} console_
 * @param {string} id
 */
function endWithholding(console_, id) {
  openSheet({
    title: text("supervisor.case-title", { id }),
    act: text("supervisor.end-case"),
    fields: [
      {
        name: "to",
        label: text("supervisor.the-credits"),
        options: [
          ["player", text("supervisor.to-player")],
          ["house", text("supervisor.to-house")],
        ],
      },
      { name: "finding", label: text("supervisor.finding") },
    ],
    send: ({ to, finding }) =>
      console_.answer({ type: "end-withholding", case: Number(id), to_player: to === "player", finding }),
  });
}
