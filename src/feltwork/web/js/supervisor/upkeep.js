// The table itself: checklist, crew, opening, dice, faults, closing; and the sheet that opens a new one.

import { makeKey } from "../common/link.js";
import { sayFloat, showOrders } from "../common/orders.js";
import { element, get, post } from "../common/page.js";
import { openSheet, reasonField } from "../common/sheet.js";
import { countdown } from "../common/signs.js";
import { hour, nextHour } from "../common/times.js";
import { openChecklist } from "./checklist.js";

/** @import { Command, View } from "../common/messages.js" */
/** @import { Console } from "./console.js" */

const FAULTS = ["entry terminal does not answer", "lights fail", "display shows another number"];
const faults = (/** @type {Record<string, any>} */ { spins }) => [
  spins ? "wheel does not run true" : "dice found damaged",
  ...FAULTS,
];

/**
 * @param {Console} console_
 * @param {View} view
 * @param {any} office
 */
export function upkeepPanel(console_, view, office) {
  return [
    element(
      "div",
      { class: "columns" },
      play(console_, view, office),
      crew(console_, office),
      equipment(console_, view, office),
      keeping(console_),
    ),
  ];
}

const ELSEWHERE = ["report-fault", "order-pass", "act-as-stick"]; // they stand with the play and the crew

/**
 * What the table would take from this person now, of these kinds of order or of all others.
 * @param {Console} console_
 * @param {any} wanted
 */
function ordered(console_, wanted) {
  const { faults = [], orders = [] } = console_.orders ?? {};
  const place = element("div", { class: "orders" });
  showOrders(
    place,
    [...orders, ...faults].filter(({ command }) => wanted(command.type)),
    (/** @type {Command} */ command) => console_.send(command),
  );
  return place;
}

/**
 * The float, the wagering period, and equipment reported and mended.
 * @param {Console} console_
 */
function keeping(console_) {
  const { float, period } = console_.orders ?? {};
  const place = ordered(console_, (/** @type {string} */ type) => !ELSEWHERE.includes(type));
  return element(
    "section",
    { class: "keeping", hidden: !float },
    element("h3", { text: float ? sayFloat(float) : "" }),
    period ? element("p", { class: "quiet", text: `${period} seconds to wager` }) : null,
    place,
  );
}

/**
 * @param {string} text
 * @param {(...given: any[]) => any} act
 */
function button(text, act, kind = "") {
  return element("button", { type: "button", class: kind, text, onclick: act });
}

/**
 * @param {Console} console_
 * @param {View} view
 * @param {any} office
 */
function play(console_, view, office) {
  const rows = [];
  const open = view.status === "open";
  if (view.status === "checking") rows.push(button("Open play", () => console_.send({ type: "open-play" }), "act"));
  const closable = open || view.status === "checking";
  if (view.status === "closed")
    rows.push(
      element("p", {
        class: "quiet",
        text: "The table is closed. It can be opened again from the top of this console.",
      }),
    );
  if (open && !view.suspended) {
    rows.push(
      button("Stop play for a fault…", () =>
        openSheet({
          title: "Stop play for a fault",
          act: "Stop play",
          danger: true,
          about: "Play stays stopped until the fault is mended; where the book says so an inspector is told at once.",
          fields: [reasonField(faults(view), "Fault")],
          send: ({ reason }) => console_.answer({ type: "report-fault", what: reason }),
        }),
      ),
    );
  }
  if (view.suspended) {
    const { called } = office;
    rows.push(
      element("p", {
        class: "bad",
        text: called
          ? `${called.person} stopped the game and calls a supervisor: ${called.what}`
          : `Play is stopped: ${view.suspended}`,
      }),
      button(
        called ? "Let play go on…" : "The fault is mended…",
        () =>
          openSheet({
            title: called ? "Let play go on" : "The fault is mended",
            act: "Resume play",
            about: called ? "First set right what is wrong, on the tab Rounds." : "",
            fields: [
              reasonField(
                called
                  ? ["looked at, and set right", "looked at, and stands"]
                  : ["repaired", "replaced", "restarted and tested"],
                "How",
              ),
            ],
            send: ({ reason }) => console_.answer({ type: "clear-fault", how: reason }),
          }),
        "act",
      ),
    );
  }
  const undealt = console_.floor?.find((/** @type {Record<string, any>} */ { table }) => table === view.table)?.undealt;
  if (undealt) {
    rows.push(
      element("p", { class: "bad", text: `No draw can be made here: ${undealt}` }),
      button(
        "The secret is lost…",
        () =>
          openSheet({
            title: "The secret of this round is lost",
            act: "Give the draw up",
            danger: true,
            about:
              "Look for the draw key first: with it the round goes on as it was committed to. Without it every wager goes back, an inspector is told, and the next round has a new commitment.",
            fields: [reasonField(["the draw key is gone", "the draw key was replaced"], "How it was lost")],
            send: ({ reason }) => console_.answer({ type: "give-up-draw", reason }),
          }),
        "danger",
      ),
    );
  }
  if (open && view.closing === null) {
    rows.push(
      button("Announce closing…", () =>
        openSheet({
          title: "Announce that the table closes",
          act: "Put up the notice",
          about: `The sign names the time and stands for ${office.notice_minutes} minutes or longer (${office.clauses.close}); nobody sits down any more.`,
          fields: [
            {
              name: "time",
              label: `Closing time; empty for the earliest, ${hour(console_.link.now() + office.notice_minutes * 60e6)}`,
              kind: "time",
              required: false,
            },
          ],
          send: ({ time }) => console_.answer({ type: "announce-closure", at: nextHour(time, console_.link.now()) }),
        }),
      ),
    );
  }
  if (open && view.closing !== null) {
    const now = console_.link.now();
    rows.push(
      element("p", {
        text: `Closes at ${hour(view.closing)}, in ${countdown(view.closing, now)} (${office.clauses.close})`,
      }),
    );
    if (now < view.closing)
      rows.push(button("Take the notice down", () => console_.send({ type: "withdraw-closure" })));
  }
  if (closable) {
    rows.push(
      button(
        "Close the table now…",
        () =>
          openSheet({
            title: "Close the table now",
            act: "Close the table",
            danger: true,
            about: `Nobody plays here until it is opened again (${office.clauses.close}). What players hold can still be collected.`,
            send: () => console_.answer({ type: "close-table" }),
          }),
        "danger",
      ),
    );
  }
  if (open && office.shoots)
    rows.push(
      button("Bring a new set of dice", () => console_.send({ type: "bring-dice" })),
      element("p", { class: "small quiet", text: sayDice(view.dice) }),
    );
  return element(
    "section",
    {},
    element("h3", { text: "Play" }),
    element("div", { class: "row" }, ...rows),
    ordered(console_, (/** @type {string} */ type) => type === "order-pass"),
  );
}

/** @param {Record<string, any>} given */
export function sayDice({ bowl, hand, lost, unchecked, waiting }) {
  const where = [
    ["in the bowl", bowl],
    ["in hand", hand],
    ["waiting", waiting],
    ["lost", lost],
    ["to be checked", unchecked],
  ];
  return `Dice: ${
    where
      .filter(([, dice]) => dice.length)
      .map(([name, dice]) => `${dice.join(", ")} ${name}`)
      .join("; ") || "none at the table"
  }`;
}

/**
 * @param {Console} console_
 * @param {any} office
 */
function crew(console_, office) {
  const there = Object.entries(office.crew);
  const missing = office.needed.filter((/** @type {string} */ role) => !Object.values(office.crew).includes(role));
  const roles = [...new Set([...office.needed, "boxperson", "dealer", "stickperson"])];
  const people = there.map(([person, role]) =>
    element(
      "li",
      { class: "row" },
      element("span", { text: `${person}, ${role.replaceAll("_", " ")}` }),
      element("button", {
        type: "button",
        text: "Release",
        "aria-label": `Release ${person}`,
        onclick: () => console_.send({ type: "release-crew", person }),
      }),
    ),
  );
  return element(
    "section",
    {},
    element("h3", { text: "Crew" }),
    there.length
      ? element("ul", { class: "crew" }, ...people)
      : element("p", { class: "quiet", text: "Nobody is assigned." }),
    missing.length ? element("p", { class: "bad", text: `Missing: ${missing.join(", ")}` }) : null,
    ordered(console_, (/** @type {string} */ type) => type === "act-as-stick"),
    button("Assign…", () =>
      openSheet({
        title: "Assign crew",
        act: "Assign",
        about: "A new boxperson or stickperson takes over from the one who is there.",
        fields: [
          { name: "person", label: "Person (id)" },
          {
            name: "role",
            label: "Role",
            options: roles.map((role) => [role, role.replaceAll("_", " ")]),
            value: missing[0] ?? roles[0],
          },
        ],
        send: ({ person, role }) => console_.answer({ type: "assign-crew", person, role }),
      }),
    ),
  );
}

/**
 * @param {Console} console_
 * @param {View} view
 * @param {any} office
 */
function equipment(console_, view, office) {
  const due = office.equipment.filter((/** @type {Record<string, any>} */ { checked }) => !checked);
  const items = office.equipment.map((/** @type {Record<string, any>} */ { item, clause, checked, told, again }) =>
    element(
      "li",
      { class: checked ? "" : "due" },
      element("span", { class: "mark", "aria-hidden": "true", text: checked ? "✓" : "•" }),
      element(
        "span",
        {},
        `${item} `,
        element("span", { class: "clause", text: clause }),
        element("small", {
          class: "quiet",
          text: checked
            ? told
            : again
              ? again === "another"
                ? "replaced, to be checked"
                : "repaired, to be checked"
              : "to be checked",
        }),
      ),
    ),
  );
  const replaceable =
    view.status === "open"
      ? office.equipment.filter((/** @type {Record<string, any>} */ { replaceable: may }) => may)
      : [];
  return element(
    "section",
    { class: "equipment" },
    element("h3", { text: due.length ? `Equipment: ${due.length} to check` : "Equipment: all checked" }),
    element(
      "div",
      { class: "row" },
      due.length && view.status !== "closed"
        ? button("Check the equipment…", () => openChecklist(console_, office), "act")
        : null,
      replaceable.length
        ? button("Replace…", () =>
            openSheet({
              title: "Another takes its place",
              act: "It is replaced",
              about: "It is checked before play goes on.",
              fields: [
                {
                  name: "item",
                  label: "What",
                  options: replaceable.map((/** @type {Record<string, any>} */ { item }) => [item, item]),
                },
                reasonField(["worn", "damaged", "does not work", "lost"]),
              ],
              send: ({ item, reason }) => console_.answer({ type: "replace-equipment", item, reason }),
            }),
          )
        : null,
    ),
    element("ul", { class: "items" }, ...items),
  );
}

/** @param {any} done */
export async function openTable(done) {
  const games = await get("/api/office/games");
  openSheet({
    title: "Open a table",
    act: "Open",
    about: "Then check its equipment, assign its crew and open play.",
    fields: [
      { name: "name", label: "Name (letters, digits, dashes)" },
      {
        name: "book",
        label: "Game",
        options: games.map((/** @type {Record<string, any>} */ { key, title }) => [key, title]),
      },
      { name: "seats", label: "Seats", kind: "number", value: "8" },
      { name: "chip", label: "Smallest chip", value: "1.00" },
      { name: "minimum", label: "Minimum on the sign" },
      { name: "maximum", label: "Maximum on the sign" },
    ],
    send: async ({ name, book: chosen, seats, chip, minimum, maximum }) => {
      const { book, variant, wheel } = games.find((/** @type {Record<string, any>} */ { key }) => key === chosen);
      const table = { name, book, variant, wheel, seats: Number(seats), chip, sign: { minimum, maximum } };
      const told = await post("/api/office/open", { key: makeKey(), table });
      if (!told.why) done(name);
      return told;
    },
  });
}
