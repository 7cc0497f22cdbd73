// A new tournament: its book, its id, and whether to begin with an example or with an empty form.

import { element, find } from "../common/page.js";
import { text } from "../common/text.js";
import { button, choice, field } from "./parts.js";

/** @param {any} desk */
export function draft(desk) {
  const dialog = find("#sheet");
  const book = choice(
    text("tournament.ask-book"),
    desk.books.map((/** @type {any} */ each) => [each.book, `${each.title} (${each.conditions})`]),
    { name: "book" },
  );
  const id = field(text("tournament.ask-id"), { name: "id", maxlength: "40", required: true, value: freeId() });
  const title = field(text("tournament.ask-title"), { name: "title", maxlength: "80" });
  const from = choice(
    text("tournament.ask-begin"),
    [
      ["example", text("tournament.begin-example")],
      ["blank", text("tournament.begin-blank")],
    ],
    { name: "begin" },
  );
  const make = async () => {
    const chosen = desk.books.find((/** @type {any} */ each) => each.book === book.input.value);
    const start = from.input.value === "example" ? { ...chosen.example } : { tournament: chosen.book };
    const named = title.input.value.trim() ? { ...start, title: title.input.value.trim() } : start;
    if (await desk.drafted(id.input.value.trim(), named)) dialog.close();
  };
  dialog.replaceChildren(
    element("h2", { id: "sheet-title", text: text("tournament.new") }),
    element("p", { class: "said", role: "status" }),
    element(
      "form",
      {
        onsubmit: (/** @type {any} */ event) => {
          event.preventDefault();
          make();
        },
      },
      element("div", { class: "fields" }, book.label, id.label, title.label, from.label),
      desk.without.length
        ? element("p", { class: "quiet", text: text("tournament.without-rules", { names: desk.without.join(", ") }) })
        : null,
      element(
        "div",
        { class: "bar" },
        element("button", { class: "act", text: text("tournament.draft-it"), "data-do": "draft-tournament" }),
        button(text("common.cancel"), () => dialog.close()),
      ),
    ),
  );
  dialog.showModal();
  id.input.focus();
}

// A day has one tournament of a name; the manager may call it anything else.
function freeId() {
  const now = new Date();
  const two = (/** @type {number} */ part) => String(part).padStart(2, "0");
  return `cup-${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}-${two(now.getHours())}${two(now.getMinutes())}`;
}
