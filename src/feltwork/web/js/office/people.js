// What is held about a person: looked up by id or name, taken along as a file, and erased where nothing keeps it.

import { element, get } from "../common/page.js";
import { openSheet } from "../common/sheet.js";
import { text } from "../common/text.js";
import { textField } from "./fields.js";
import { button, detail, events, facts, list, row, section, show, sum } from "./parts.js";

/** @import { Office } from "./office.js" */

const MAX_SHOWN = 200;

/** @param {Office} office */
function draw(office) {
  const { who = "", held = null, why = "" } = office.at.people ?? {};
  const field = textField("who", text("office.person-who"), { value: who, required: true });
  const ask = element(
    "form",
    {
      class: "row",
      onsubmit: async (/** @type {any} */ event) => {
        event.preventDefault();
        const typed = field.querySelector("input").value.trim();
        await look(office, typed);
      },
    },
    field,
    element("button", { type: "submit", class: "act", text: text("office.person-look") }),
  );
  show(
    [ask, sum(why)],
    held ? person(office, held) : list([], [], text("office.person-about")),
    held ? records(held) : null,
  );
}

/**
 * @param {Office} office
 * @param {string} who
 */
async function look(office, who) {
  const held = await get(`/api/pit/people?who=${encodeURIComponent(who)}`);
  office.choose(held.why ? { who, held: null, why: held.why } : { who, held, why: "" });
}

/**
 * @param {Office} office
 * @param {any} held
 */
function person(office, held) {
  const erase = button(
    text("office.person-erase"),
    () =>
      openSheet({
        title: text("office.person-erase-title", { person: held.person }),
        about: text("office.person-erase-about"),
        fields: [{ name: "reason", label: text("office.why") }],
        act: text("office.person-erase"),
        danger: true,
        send: async ({ reason }) => {
          const told = await office.order(
            "incidents",
            { type: "erase-person", person: held.person, reason },
            { roles: ["gaming_manager"], say: text("office.person-erased") },
          );
          if (!told.why) await look(office, held.person);
          return told;
        },
      }),
    "danger",
  );
  erase.disabled = !held.name || held.kept.length > 0;
  return element(
    "article",
    { class: "panel detail", id: "person" },
    element("h2", { text: held.person }),
    facts(
      [
        ["name", held.name || text("office.person-no-name")],
        ["address", held.address],
        ...Object.entries(held.accounts).map(([account, amount]) => /** @type {[string, any]} */ ([account, amount])),
      ],
      (name) => (["name", "address"].includes(name) ? text(`office.person-${name}`) : name),
    ),
    section(
      text("office.person-kept"),
      held.kept.length
        ? element(
            "ul",
            { class: "lacks" },
            ...held.kept.map((/** @type {string} */ reason) => element("li", { text: reason })),
          )
        : element("p", { class: "quiet", text: text("office.person-nothing-keeps") }),
    ),
    row(
      element("a", {
        class: "plain button",
        href: `/api/pit/people?who=${encodeURIComponent(held.person)}`,
        download: `${held.person}.json`,
        text: text("office.person-export"),
      }),
      office.reads ? null : erase,
    ),
  );
}

/** @param {any} held */
function records(held) {
  const shown = held.records.slice(-MAX_SHOWN).reverse();
  return detail(
    element("h2", { text: text("office.person-records", { count: held.records.length }) }),
    events(
      shown.map((/** @type {any} */ one) => [0, `${one.at} · ${one.stream} ${one.version} · ${one.kind} · ${one.by}`]),
    ),
  );
}

export const people = { draw };
