// What is still asked for before a command is sent: one field for each name, and how its value is read.

import { parse } from "../common/money.js";
import { element } from "../common/page.js";
import { text } from "../common/text.js";
import { choice, field, fromLocal, localTime, tick } from "./parts.js";

/** @import { Watched } from "./watch.js" */
/** @typedef {{ nodes: any[], read: () => any }} Asked what is shown, and what it says; an Error says why it cannot be */

const TICKS = new Set(["form", "agreed", "approved", "disqualify", "refund"]);
const TIMES = new Set(["at", "entries_close"]);
const LONG = new Set(["reason", "ruling", "about", "words", "goods"]);
const MAY_BE_EMPTY = new Set(["goods", "nonce"]);
const MINUTE = 60_000_000;
const SOON = MINUTE; // when entries close and sessions start, unless the manager says otherwise

/**
 * @param {Watched} watched
 * @param {any} offer
 * @param {string} name
 * @returns {Asked}
 */
export function asks(watched, offer, name) {
  const label = text(`tournament.ask-${name.replaceAll("_", "-")}`);
  const { seen } = watched;
  if (TICKS.has(name)) {
    const { input, label: node } = tick(label, { name, checked: name === "form" || name === "approved" });
    return { nodes: [node], read: () => input.checked };
  }
  if (TIMES.has(name)) {
    const { input, label: node } = field(label, {
      name,
      type: "datetime-local",
      value: localTime(fullMinute(startOf(watched, offer, name))),
    });
    return { nodes: [node], read: () => fromLocal(input.value) };
  }
  switch (name) {
    case "starts":
      return starts(watched);
    case "tables":
      return tables(seen);
    case "amount":
      return amount(label);
    case "seconds":
      return counted(label, name, "30");
    case "player":
      return offer.do.type === "find-breach" ? player(seen, label) : words(label, name);
    case "marker":
      return marker(tableOf(seen, offer), label);
    case "absent":
      return absent(tableOf(seen, offer), label);
    case "taken":
    case "order":
      return inOrder(name === "order" ? tableOf(seen, offer).tied : losers(tableOf(seen, offer)), label);
    case "result":
      return result(seen, label);
    case "totals":
      return totals(tableOf(seen, offer));
    case "missing":
      return missing();
    default:
      return words(label, name, watched, offer);
  }
}

/** @param {any} seen @param {any} offer */
const tableOf = (seen, offer) => seen.tables.find((/** @type {any} */ each) => each.table === offer.do.table);

/** @param {Watched} watched @param {any} offer @param {string} name */
function startOf(watched, offer, name) {
  if (name === "at")
    return Math.max(watched.now() + 21 * MINUTE, watched.seen.sessions[offer.do.session - 1]?.starts ?? 0);
  return watched.now() + SOON;
}

const fullMinute = (/** @type {number} */ at) => Math.ceil(at / MINUTE) * MINUTE;

/** @param {string} label @param {string} name @param {Watched} [watched] @param {any} [offer] @returns {Asked} */
function words(label, name, watched, offer) {
  const value = name === "person" && offer?.do.type === "appoint-official" ? (watched?.seen.desk?.asker ?? "") : "";
  const { input, label: node } = field(label, { name, value, maxlength: "500", class: LONG.has(name) ? "long" : "" });
  return {
    nodes: [node],
    read: () => {
      if (!input.value.trim() && !MAY_BE_EMPTY.has(name)) throw new Error(text("tournament.fill-in", { field: label }));
      return input.value.trim();
    },
  };
}

/** @param {Watched} watched @returns {Asked} */
function starts(watched) {
  const sessions = watched.seen.desk.document.structure?.sessions ?? [];
  const fields = sessions.map((/** @type {any} */ _, /** @type {number} */ at) =>
    field(text("tournament.ask-start", { number: at + 1 }), {
      type: "datetime-local",
      name: `start-${at + 1}`,
      value: localTime(fullMinute(watched.now() + SOON)),
    }),
  );
  return {
    nodes: fields.map((/** @type {any} */ each) => each.label),
    read: () => fields.map((/** @type {any} */ each) => fromLocal(each.input.value)),
  };
}

/** @param {any} seen @returns {Asked} */
function tables(seen) {
  const stage = seen.sessions[seen.session - 1];
  const fields = Array.from({ length: stage?.tables ?? 1 }, (_, at) =>
    field(text("tournament.ask-table", { number: at + 1 }), {
      name: `table-${at + 1}`,
      value: `t${at + 1}`,
      maxlength: "40",
    }),
  );
  return { nodes: fields.map((each) => each.label), read: () => fields.map((each) => each.input.value.trim()) };
}

/** @param {string} label @returns {Asked} */
function amount(label) {
  const { input, label: node } = field(label, { name: "amount", inputmode: "decimal", value: "" });
  return {
    nodes: [node],
    read: () => {
      const cents = input.value.trim() ? parse(input.value) : 0;
      if (cents === null) throw new Error(text("common.not-an-amount", { typed: input.value }));
      return cents;
    },
  };
}

/** @param {string} label @param {string} name @param {string} value @returns {Asked} */
function counted(label, name, value) {
  const { input, label: node } = field(label, { name, inputmode: "numeric", value, size: "6" });
  return { nodes: [node], read: () => whole(input.value) };
}

/** @param {string} typed */
export function whole(typed) {
  const plain = typed.trim().replaceAll(",", "");
  if (!/^\d{1,15}$/.test(plain)) throw new Error(text("tournament.not-whole", { typed }));
  return Number(plain);
}

/** @param {any} seen @param {string} label @returns {Asked} */
function player(seen, label) {
  const names = seen.desk.entries
    .filter((/** @type {any} */ each) => each.standing === "in")
    .map((/** @type {any} */ each) => each.player);
  const { input, label: node } = choice(
    label,
    names.map((/** @type {string} */ name) => [name, name]),
    { name: "player" },
  );
  return { nodes: [node], read: () => input.value };
}

/** @param {any} table @param {string} label @returns {Asked} */
function marker(table, label) {
  const inside = table.standings.filter((/** @type {any} */ each) => each.state === "in");
  const options = inside.map((/** @type {any} */ each) => [each.player, each.player]);
  const { input, label: node } = choice(label, [["", text("tournament.marker-left")], ...options], { name: "marker" });
  return { nodes: [node], read: () => input.value };
}

/** @param {any} table @param {string} label @returns {Asked} */
function absent(table, label) {
  const inside = table.standings.filter((/** @type {any} */ each) => each.state === "in");
  const ticks = inside.map((/** @type {any} */ each) => ({
    name: each.player,
    ...tick(each.player, { value: each.player }),
  }));
  const node = element(
    "details",
    { class: "absent" },
    element("summary", { text: label }),
    element("div", { class: "ticks" }, ...ticks.map((/** @type {any} */ each) => each.label)),
  );
  return {
    nodes: [node],
    read: () =>
      ticks.filter((/** @type {any} */ each) => each.input.checked).map((/** @type {any} */ each) => each.name),
  };
}

/** @param {any} table */
const losers = (table) =>
  table.standings
    .filter((/** @type {any} */ each) => each.acted && !each.passed)
    .map((/** @type {any} */ each) => each.player);

/**
 * Players put in an order by pressing them one after another; pressed again one goes back.
 * @param {string[]} names
 * @param {string} label
 * @returns {Asked}
 */
function inOrder(names, label) {
  /** @type {string[]} */
  const order = [];
  const buttons = names.map((name) =>
    element("button", {
      type: "button",
      class: "in-order",
      text: name,
      "aria-pressed": "false",
      onclick: () => {
        const at = order.indexOf(name);
        if (at < 0) order.push(name);
        else order.splice(at, 1);
        for (const one of buttons) {
          const place = order.indexOf(one.dataset.name) + 1;
          one.textContent = place ? `${place}. ${one.dataset.name}` : one.dataset.name;
          one.setAttribute("aria-pressed", String(Boolean(place)));
        }
      },
      "data-name": name,
    }),
  );
  if (!names.length) return { nodes: [], read: () => [] };
  return {
    nodes: [element("fieldset", { class: "orders" }, element("legend", { text: label }), ...buttons)],
    read: () => [...order],
  };
}

/** @param {any} seen @param {string} label @returns {Asked} */
function result(seen, label) {
  if (seen.dice) {
    const faces = ["1", "2", "3", "4", "5", "6"];
    const dice = [1, 2].map((number) =>
      choice(
        text("tournament.die", { number }),
        faces.map((face) => [face, face]),
        { name: `die-${number}`, class: "result" },
      ),
    );
    return { nodes: dice.map((die) => die.label), read: () => dice.map((die) => Number(die.input.value)) };
  }
  const { input, label: node } = field(label, {
    name: "result",
    class: "result",
    inputmode: "numeric",
    size: "4",
    maxlength: "2",
  });
  return {
    nodes: [node],
    read: () => {
      const typed = input.value.trim();
      if (typed === "00") return "00";
      return whole(typed);
    },
  };
}

/** @param {any} table @returns {Asked} */
function totals(table) {
  const fields = table.standings
    .filter((/** @type {any} */ each) => each.state === "in")
    .map((/** @type {any} */ each) => ({
      name: each.player,
      ...field(text("tournament.ask-total", { player: each.player }), {
        name: `total-${each.player}`,
        inputmode: "numeric",
        size: "8",
      }),
    }));
  return {
    nodes: fields.map((/** @type {any} */ each) => each.label),
    read: () => Object.fromEntries(fields.map((/** @type {any} */ each) => [each.name, whole(each.input.value)])),
  };
}

/** @returns {Asked} */
function missing() {
  const { input, label } = field(text("tournament.ask-missing"), {
    name: "missing",
  });
  return {
    nodes: [label],
    read: () =>
      input.value
        .split(",")
        .filter((/** @type {string} */ part) => part.trim())
        .map((/** @type {string} */ part) => {
          const [, quantity, value] = /^\s*(\d{1,6})\s*[x×]\s*(\d{1,9})\s*$/i.exec(part) ?? [];
          if (!value) throw new Error(text("tournament.not-missing", { typed: part.trim() }));
          return [Number(value), Number(quantity)];
        }),
  };
}
