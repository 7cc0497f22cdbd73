// A sheet of paper over the console: a few fields, a reason picked or typed, and the answer when it is refused.

import { alone, element, find } from "./page.js";
import { NO_CLAUSE } from "./refused.js";
import { text } from "./text.js";

/**
 * A field of a sheet: one that is made already, or what it is made of.
 * @typedef {{ node?: Node, name?: string, label?: string, kind?: string, value?: string, options?: any[][] | null, required?: boolean }} Field
 */

/**
 * `send(values)` gives {why, clause} when it was refused; the sheet then stays and says so.
 * @param {{ title: string, about?: string, fields?: Field[], act: string, danger?: boolean, send: (values: Record<string, any>) => any }} sheet
 */
export function openSheet({ title, about = "", fields = [], act, danger = false, send }) {
  const dialog = find("#sheet");
  const why = element("p", { class: "why bad", role: "alert" });
  const form = element(
    "form",
    { method: "dialog" },
    ...fields.map((field) => field.node ?? labelled(field)),
    why,
    element(
      "div",
      { class: "end" },
      element("button", { type: "button", text: text("common.cancel"), onclick: () => dialog.close() }),
      element("button", { type: "submit", class: danger ? "danger" : "act", text: act }),
    ),
  );
  const give = alone(async () => {
    why.textContent = "";
    const values = Object.fromEntries(new FormData(form));
    const answer = await send(values);
    if (!form.isConnected) return; // put away meanwhile: another sheet may lie here now
    if (answer?.why)
      why.replaceChildren(
        answer.why,
        ...(answer.clause && answer.clause !== NO_CLAUSE
          ? [element("span", { class: "clause", text: ` (${answer.clause})` })]
          : []),
      );
    else dialog.close();
  });
  form.addEventListener("submit", (/** @type {any} */ event) => {
    event.preventDefault();
    give();
  });
  dialog.replaceChildren(
    element("h2", { id: "sheet-title", text: title }),
    ...(about ? [element("p", { class: "quiet", text: about })] : []),
    form,
  );
  if (!dialog.open) dialog.showModal();
  form.querySelector("input, select, button")?.focus();
}

/** @param {Field} field */
function labelled({ name, label, kind = "text", value = "", options = null, required = true }) {
  const input = options
    ? element(
        "select",
        { name },
        ...options.map(([id, text]) => element("option", { value: id, text, selected: id === value })),
      )
    : element("input", { name, type: kind, value, required, autocomplete: "off" });
  return element("label", { text: label }, input);
}

/**
 * A reason: usual ones to pick, or another typed.
 * @param {any} usual
 */
export function reasonField(usual, label = text("common.reason")) {
  const input = element("input", { name: "reason", required: true, autocomplete: "off", "aria-label": label });
  const picks = usual.map((/** @type {string} */ words) =>
    element("button", {
      type: "button",
      text: words,
      onclick: () => {
        input.value = words;
        input.focus();
      },
    }),
  );
  return {
    node: element(
      "fieldset",
      {},
      element("legend", { text: text("common.pick-or-type", { what: label }) }),
      element("div", { class: "picks" }, ...picks),
      input,
    ),
  };
}

/**
 * A result: two dice, or a number of the wheel, kept in a hidden field as JSON.
 * @param {any} order
 * @param {any} colourOf
 */
export function resultField(order, colourOf) {
  const kept = element("input", { type: "hidden", name: "result", value: "" });
  const shown = element("output", {
    class: "number",
    text: text(order ? "common.choose-number" : "common.choose-dice"),
  });
  if (order) {
    const sorted = [...order].sort((a, b) => (a === "00" ? -0.5 : a) - (b === "00" ? -0.5 : b));
    const pockets = sorted.map((pocket) =>
      element("button", {
        type: "button",
        class: colourOf(pocket),
        text: String(pocket),
        onclick: () => {
          kept.value = JSON.stringify(pocket);
          shown.textContent = text("common.number", { number: String(pocket) });
        },
      }),
    );
    return {
      node: element(
        "fieldset",
        {},
        element("legend", { text: text("common.what-lay") }),
        element("div", { class: "pockets" }, ...pockets),
        shown,
        kept,
      ),
    };
  }
  /** @type {(number | null)[]} */
  const dice = [null, null];
  const hand = (/** @type {number} */ i) =>
    element(
      "div",
      { class: "picks faces", role: "group", "aria-label": text("common.die", { at: i + 1 }) },
      ...[1, 2, 3, 4, 5, 6].map((face) =>
        element("button", {
          type: "button",
          text: String(face),
          "aria-pressed": "false",
          onclick: (/** @type {any} */ event) => {
            dice[i] = face;
            for (const button of event.currentTarget.parentElement.children)
              button.setAttribute("aria-pressed", String(button === event.currentTarget));
            shown.textContent = text("common.two-dice", {
              first: String(dice[0] ?? "·"),
              second: String(dice[1] ?? "·"),
            });
            kept.value = dice.includes(null) ? "" : JSON.stringify(dice);
          },
        }),
      ),
    );
  return {
    node: element(
      "fieldset",
      {},
      element("legend", { text: text("common.dice-as-lay") }),
      hand(0),
      hand(1),
      shown,
      kept,
    ),
  };
}
