// What is ordered at a table beside its round: each order with the fields it asks for, as the server offers it.

import { money, parse } from "./money.js";
import { alone, element } from "./page.js";
import { NO_CLAUSE, refuse } from "./refused.js";
import { text } from "./text.js";
import { worded } from "./wording.js";

/** @import { Command } from "./messages.js" */

/**
 * What a field says, by its kind: {value}, or {why} it cannot be.
 * @param {Record<string, any>} given
 * @param {string} typed
 */
export function fieldValue({ kind }, typed) {
  if (kind === "money")
    return parse(typed) === null ? { why: text("common.not-an-amount", { typed }) } : { value: parse(typed) };
  if (kind !== "count") return { value: typed.trim() };
  if (!typed.trim()) return { value: null };
  return /^\d{1,6}$/.test(typed.trim()) ? { value: Number(typed) } : { why: text("common.not-seconds", { typed }) };
}

/** @param {Record<string, any>} given */
export function sayFloat({ tray, drop }) {
  return text("common.float", { tray: `${tray < 0 ? "−" : "+"}${money(Math.abs(tray))}`, drop: money(drop) });
}

/**
 * Drawn anew only when other orders are offered: what somebody is typing stays.
 * @param {HTMLElement} place
 * @param {any} orders
 * @param {(command: Command) => any} send
 */
export function showOrders(place, orders, send) {
  const shape = JSON.stringify(orders);
  if (place.dataset.shape === shape) return;
  place.dataset.shape = shape;
  place.replaceChildren(...orders.map((/** @type {any} */ order) => orderForm(order, send)));
}

/**
 * @param {Record<string, any>} given
 * @param {(command: Command) => any} send
 */
export function orderForm({ label, clause, command, asks }, send) {
  const order = alone(send);
  const inputs = asks.map((/** @type {any} */ asked) => [
    asked,
    asked.options
      ? element(
          "select",
          {},
          ...asked.options.map((/** @type {string} */ words) =>
            element("option", { value: words, text: worded(words) }),
          ),
        )
      : element("input", {
          autocomplete: "off",
          maxlength: "200",
          inputmode: asked.kind ? "decimal" : "text",
          size: asked.kind ? "8" : "20",
        }),
  ]);
  return element(
    "form",
    {
      class: "order row",
      onsubmit: (/** @type {any} */ event) => {
        event.preventDefault();
        const filled = { ...command };
        for (const [asked, input] of inputs) {
          const { value, why } = fieldValue(asked, input.value);
          if (why) return refuse(why, { at: input });
          filled[asked.name] = value;
        }
        return order(filled);
      },
    },
    ...inputs.map((/** @type {any} */ [asked, input]) =>
      element("label", {}, element("span", { text: worded(asked.label) }), input),
    ),
    element(
      "button",
      {},
      element("span", { text: worded(label) }),
      clause === NO_CLAUSE ? null : element("small", { class: "clause", text: ` ${clause}` }),
    ),
  );
}
