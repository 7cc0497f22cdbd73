// The table itself: checklist, crew, opening, dice, faults, closing; and the sheet that opens a new one.

import { letterOf } from "../common/dice.js";
import { makeKey } from "../common/link.js";
import { sayFloat, showOrders } from "../common/orders.js";
import { element, get, post } from "../common/page.js";
import { openSheet, reasonField } from "../common/sheet.js";
import { countdown } from "../common/signs.js";
import { text } from "../common/text.js";
import { hour, nextHour } from "../common/times.js";
import { worded } from "../common/wording.js";
import { openChecklist } from "./checklist.js";

/** @import { Command, View } from "../common/messages.js" */
/** @import { Console } from "./console.js" */

const faults = (/** @type {Record<string, any>} */ { spins }) =>
  [spins ? "wheel" : "dice", "entry", "lights", "display"].map((fault) => text(`supervisor.fault-${fault}`));

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
    period ? element("p", { class: "quiet", text: text("supervisor.seconds-to-bet", { count: period }) }) : null,
    place,
  );
}

/**
 * @param {string} words
 * @param {(...given: any[]) => any} act
 */
function button(words, act, kind = "") {
  return element("button", { type: "button", class: kind, text: words, onclick: act });
}

/**
 * @param {Console} console_
 * @param {View} view
 * @param {any} office
 */
function play(console_, view, office) {
  const rows = [];
  const open = view.status === "open";
  if (view.status === "checking")
    rows.push(button(text("supervisor.open-play"), () => console_.send({ type: "open-play" }), "act"));
  const closable = open || view.status === "checking";
  if (view.status === "closed")
    rows.push(
      element("p", {
        class: "quiet",
        text: text("supervisor.table-closed"),
      }),
    );
  if (open && !view.suspended) {
    rows.push(
      button(text("supervisor.stop-play"), () =>
        openSheet({
          title: text("supervisor.stop-play-title"),
          act: text("supervisor.stop-play-act"),
          danger: true,
          about: text("supervisor.stop-play-about"),
          fields: [reasonField(faults(view), text("supervisor.fault"))],
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
          ? text("supervisor.calls-supervisor", called)
          : text("supervisor.stopped", { why: view.suspended }),
      }),
      button(
        called ? text("supervisor.go-on") : text("supervisor.mended"),
        () =>
          openSheet({
            title: called ? text("supervisor.go-on-title") : text("supervisor.mended-title"),
            act: text("supervisor.resume"),
            about: called ? text("supervisor.go-on-about") : "",
            fields: [
              reasonField(
                called
                  ? [text("supervisor.looked-corrected"), text("supervisor.looked-stands")]
                  : [text("supervisor.repaired"), text("supervisor.replaced"), text("supervisor.restarted")],
                text("supervisor.how"),
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
      element("p", { class: "bad", text: text("supervisor.no-draw", { why: undealt }) }),
      button(
        text("supervisor.secret-lost"),
        () =>
          openSheet({
            title: text("supervisor.secret-lost-title"),
            act: text("supervisor.give-up"),
            danger: true,
            about: text("supervisor.secret-lost-about"),
            fields: [
              reasonField([text("supervisor.key-gone"), text("supervisor.key-replaced")], text("supervisor.how-lost")),
            ],
            send: ({ reason }) => console_.answer({ type: "give-up-draw", reason }),
          }),
        "danger",
      ),
    );
  }
  if (open && view.closing === null) {
    rows.push(
      button(text("supervisor.announce-closing"), () =>
        openSheet({
          title: text("supervisor.announce-closing-title"),
          act: text("supervisor.put-up-notice"),
          about: text("supervisor.closing-about", { minutes: office.notice_minutes, clause: office.clauses.close }),
          fields: [
            {
              name: "time",
              label: text("supervisor.closing-time", {
                time: hour(console_.link.now() + office.notice_minutes * 60e6),
              }),
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
        text: text("supervisor.closes-by", {
          time: hour(view.closing),
          left: countdown(view.closing, now),
          clause: office.clauses.close,
        }),
      }),
    );
    if (now < view.closing)
      rows.push(button(text("supervisor.take-notice-down"), () => console_.send({ type: "withdraw-closure" })));
  }
  if (closable) {
    rows.push(
      button(
        text("supervisor.close-now"),
        () =>
          openSheet({
            title: text("supervisor.close-now-title"),
            act: text("supervisor.close-table"),
            danger: true,
            about: text("supervisor.close-about", { clause: office.clauses.close }),
            send: () => console_.answer({ type: "close-table" }),
          }),
        "danger",
      ),
    );
  }
  if (open && office.shoots)
    rows.push(
      button(text("supervisor.bring-dice"), () => console_.send({ type: "bring-dice" })),
      element("p", { class: "small quiet", text: sayDice(view.dice) }),
    );
  return element(
    "section",
    {},
    element("h3", { text: text("supervisor.play") }),
    element("div", { class: "row" }, ...rows),
    ordered(console_, (/** @type {string} */ type) => type === "order-pass"),
  );
}

/** @param {Record<string, any>} given */
export function sayDice({ bowl, hand, lost, unchecked, waiting }) {
  const where = [
    ["bowl", bowl],
    ["hand", hand],
    ["waiting", waiting],
    ["lost", lost],
    ["unchecked", unchecked],
  ];
  const said = where
    .filter(([, dice]) => dice.length)
    .map(([name, dice]) => text(`supervisor.dice-${name}`, { dice: dice.map(letterOf).join(", ") }));
  return text("supervisor.dice-are", { where: said.join("; ") || text("supervisor.no-dice") });
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
      element("span", { text: `${person}, ${worded(role.replaceAll("_", " "))}` }),
      element("button", {
        type: "button",
        text: text("supervisor.release"),
        "aria-label": text("supervisor.release-person", { person }),
        onclick: () => console_.send({ type: "release-crew", person }),
      }),
    ),
  );
  return element(
    "section",
    {},
    element("h3", { text: text("supervisor.crew") }),
    there.length
      ? element("ul", { class: "crew" }, ...people)
      : element("p", { class: "quiet", text: text("supervisor.nobody-assigned") }),
    missing.length
      ? element("p", {
          class: "bad",
          text: text("supervisor.missing", {
            roles: missing.map((/** @type {string} */ role) => worded(role.replaceAll("_", " "))).join(", "),
          }),
        })
      : null,
    ordered(console_, (/** @type {string} */ type) => type === "act-as-stick"),
    button(text("supervisor.assign"), () =>
      openSheet({
        title: text("supervisor.assign-title"),
        act: text("supervisor.assign-act"),
        about: text("supervisor.assign-about"),
        fields: [
          { name: "person", label: text("supervisor.person-id") },
          {
            name: "role",
            label: text("supervisor.role"),
            options: roles.map((role) => [role, worded(role.replaceAll("_", " "))]),
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
        `${worded(item)} `,
        element("span", { class: "clause", text: clause }),
        element("small", {
          class: "quiet",
          text: checked
            ? told
            : again
              ? again === "another"
                ? text("supervisor.replaced-due")
                : text("supervisor.repaired-due")
              : text("supervisor.due"),
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
    element("h3", {
      text: due.length ? text("supervisor.equipment-due", { count: due.length }) : text("supervisor.equipment-checked"),
    }),
    element(
      "div",
      { class: "row" },
      due.length && view.status !== "closed"
        ? button(text("supervisor.check-equipment"), () => openChecklist(console_, office), "act")
        : null,
      replaceable.length
        ? button(text("supervisor.replace"), () =>
            openSheet({
              title: text("supervisor.replace-title"),
              act: text("supervisor.replace-act"),
              about: text("supervisor.replace-about"),
              fields: [
                {
                  name: "item",
                  label: text("supervisor.what"),
                  options: replaceable.map((/** @type {Record<string, any>} */ { item }) => [item, worded(item)]),
                },
                reasonField([
                  text("supervisor.worn"),
                  text("supervisor.damaged"),
                  text("supervisor.does-not-work"),
                  text("supervisor.lost"),
                ]),
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
    title: text("supervisor.open-table"),
    act: text("supervisor.open-act"),
    about: text("supervisor.open-about"),
    fields: [
      { name: "name", label: text("supervisor.table-name") },
      {
        name: "book",
        label: text("supervisor.game"),
        options: games.map((/** @type {Record<string, any>} */ { key, title }) => [key, title]),
      },
      { name: "seats", label: text("supervisor.seats"), kind: "number", value: "8" },
      { name: "chip", label: text("supervisor.smallest-chip"), value: "1.00" },
      { name: "minimum", label: text("supervisor.sign-minimum") },
      { name: "maximum", label: text("supervisor.sign-maximum") },
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
