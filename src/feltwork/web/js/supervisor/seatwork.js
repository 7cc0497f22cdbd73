// Seats from the supervisor's side: personal limits, wagers refused, seats to vacate, terminals, cards and credits of the electronic game.

import { makeKey } from "../common/link.js";
import { money, parse, sayOwn, spotKey } from "../common/money.js";
import { announce, element, post } from "../common/page.js";
import { openSheet, reasonField } from "../common/sheet.js";

/** @import { Console } from "./console.js" */
/** @import { Stake, View } from "../common/messages.js" */

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
      element("span", { text: `Seat ${concern.seat}, ${concern.player}: ${concern.about}. ${concern.words}` }),
      element("button", { type: "button", text: "Answer…", onclick: () => answerConcern(console_, office, concern) }),
    ),
  );
  if (!seats.length) return [...raised, element("p", { class: "empty", text: "Nobody sits at this table." })];
  const rows = seats.map(([seat, kept]) =>
    element(
      "tr",
      {},
      element("td", { class: "number", text: seat }),
      element("td", { class: "who", text: kept.player }),
      element("td", { class: "money", text: money(kept.balance) }),
      element("td", { class: "money", text: money(kept.staked) }),
      element("td", {
        text: office.faulty[seat]
          ? `terminal out of play: ${office.faulty[seat]}`
          : kept.personal
            ? sayOwn(kept.personal, (/** @type {string} */ wager) => office.wagers[wager])
            : "the sign",
      }),
      element("td", {}, element("div", { class: "row" }, ...buttons(console_, view, office, Number(seat), kept))),
    ),
  );
  const cases = Object.entries(office.withheld).map(([id, [player, cents]]) =>
    element(
      "div",
      { class: "row" },
      element("span", { text: `Case ${id}: ${money(cents)} of ${player} withheld` }),
      element("button", { type: "button", text: "End…", onclick: () => endWithholding(console_, id) }),
    ),
  );
  const heads = ["seat", "player", "in the rail", "on the felt", "limits", ""];
  return [
    ...raised,
    element(
      "table",
      {},
      element(
        "thead",
        {},
        element("tr", {}, ...heads.map((text, i) => element("th", { text, class: i === 2 || i === 3 ? "money" : "" }))),
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
  const button = (/** @type {string} */ text, /** @type {(...given: any[]) => any} */ act) =>
    element("button", { type: "button", text, "aria-label": `${text.replace("…", "")} seat ${seat}`, onclick: act });
  const lies = view.stakes.filter((/** @type {Stake} */ stake) => stake.seat === seat);
  const rare = [
    { power: "vacate", text: "Told to vacate", act: () => console_.send({ type: "vacate-seat", seat }) },
    { power: "confirm terminal", text: "Credits as a ticket", act: () => clear(console_, seat) },
    { power: "vacate", text: "Free the seat", act: () => console_.send({ type: "leave", seat }) },
    { power: "relax close", text: "Relax the close…", act: () => relax(console_, seat) },
    { power: "confirm terminal", text: "Terminal…", act: () => terminal(console_, office, seat) },
    { power: "find invalid", text: "Card rule not kept…", act: () => findInvalid(console_, office, seat, kept) },
    { power: "withhold", text: "Withhold credits…", act: () => withhold(console_, seat, kept) },
  ].filter(({ power }) => has(power));
  const more = element(
    "select",
    { "aria-label": `More for seat ${seat}` },
    element("option", { text: "More…", value: "" }),
    ...rare.map(({ text }, i) => element("option", { text, value: String(i) })),
  );
  more.addEventListener("change", () => {
    const { act } = rare[Number(more.value)];
    more.value = "";
    more.blur();
    act();
  });
  return [
    button("Limit…", () => personalLimit(console_, office, seat, kept)),
    kept.personal
      ? button("Back to the sign", () => console_.answer({ type: "set-personal-limit", seat, limit: null }))
      : null,
    lies.length ? button("Refuse…", () => refuse(console_, seat, lies)) : null,
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
    title: `Personal limit of seat ${seat}`,
    about: `${kept.player}; clause ${office.clauses.personal}`,
    act: "Set the limit",
    fields: [
      { name: "low", label: "Minimum", value: low ? money(low) : "5.00" },
      { name: "high", label: "Maximum", value: high ? money(high) : "" },
      { name: "unit", label: "Unit (0 for none)", value: money(unit) },
      { name: "wager", label: "For", options: [["", "every wager it may be for"], ...Object.entries(office.wagers)] },
    ],
    send: (values) => {
      const limit = [parse(values.low), parse(values.high), parse(values.unit)];
      if (limit.includes(null)) return { why: "An amount is written like 5 or 12.50." };
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
  if (told.why) return announce(told.why, { clause: told.clause, bad: true });
  openSheet({
    title: `Credits of seat ${seat}`,
    about: `${money(told.amount)} are on ticket ${told.grouped}, which is the player's.`,
    act: "Print the ticket",
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
function refuse(console_, seat, lies) {
  openSheet({
    title: `Refuse a wager of seat ${seat}`,
    about: "It is taken down and the chips go back.",
    act: "Refuse the wager",
    danger: true,
    fields: [
      {
        name: "which",
        label: "Wager",
        options: lies.map((/** @type {Stake} */ stake, /** @type {number} */ i) => [
          String(i),
          `${console_.card?.[spotKey(stake.wager, stake.on)]?.name ?? stake.wager}, ${money(stake.stake)}`,
        ]),
      },
      reasonField([
        "placed against instructions",
        "not the player's own chips",
        "outside the limits",
        "disorderly conduct",
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
    title: `Relax the close for seat ${seat}`,
    about: "One player may still place or take back a wager, where refusing it would be unfair.",
    act: "Relax",
    fields: [reasonField(["terminal slow to answer", "staff asked the player to wait"])],
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
      title: `Terminal of seat ${seat}`,
      about: `It shows: ${office.faulty[seat]}`,
      act: "Put on record",
      fields: [
        {
          name: "confirmed",
          label: "Its wagers",
          options: [
            ["yes", "were confirmed from its records"],
            ["no", "cannot be confirmed and are void, those just settled too"],
            ["rest", "are void; those just settled were confirmed"],
          ],
        },
        { name: "how", label: "How this was found" },
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
    title: `Terminal of seat ${seat} fails`,
    act: "Take it out of play",
    danger: true,
    fields: [
      {
        name: "fault",
        label: "Fault",
        options: Object.entries(office.terminal_faults).map(([fault, clause]) => [fault, `${fault} (${clause})`]),
      },
      { name: "error", label: "Error it shows" },
    ],
    send: ({ fault, error }) => console_.answer({ type: "report-terminal", seat, fault, error }),
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
    title: `Wagers of seat ${seat} are invalid`,
    act: "Declare them invalid",
    danger: true,
    about: `${kept.player}; clause ${office.powers["find invalid"].clause}. Stakes on the table and of the last game go back, what the last game won is taken back, and the card comes out. Earlier games stand.`,
    fields: [
      reasonField(["another's player card", "wagers for another person", "no valid card of their own"]),
      {
        name: "claim",
        label: "What the player claims, such as a power of attorney; it changes nothing",
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
    title: `Withhold credits of seat ${seat}`,
    about: `${kept.player} has ${money(kept.balance)}.`,
    act: "Withhold",
    danger: true,
    fields: [
      { name: "amount", label: "Amount", value: money(kept.balance) },
      reasonField(["investigation of a malfunction", "suspected fraud"]),
    ],
    send: ({ amount, reason }) => {
      const cents = parse(amount);
      return cents === null
        ? { why: "An amount is written like 5 or 12.50." }
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
    title: `Answer: ${about}`,
    about: `${words} (${office.clauses.disputes})`,
    act: "Answer",
    fields: [reasonField(["looked into: the result stands", "corrected", "terminal checked and in order"], "Answer")],
    send: ({ reason }) => console_.answer({ type: "answer-concern", number, words: reason }),
  });
}

/**
 * @param {Console} console_
 * @param {string} id
 */
function endWithholding(console_, id) {
  openSheet({
    title: `Case ${id}: what was found`,
    act: "End the case",
    fields: [
      {
        name: "to",
        label: "The credits",
        options: [
          ["player", "go to the player"],
          ["house", "stay with the house"],
        ],
      },
      { name: "finding", label: "Finding" },
    ],
    send: ({ to, finding }) =>
      console_.answer({ type: "end-withholding", case: Number(id), to_player: to === "player", finding }),
  });
}
