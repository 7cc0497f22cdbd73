// Who reviews disputes in the place of whom a book names: named and ended by that person alone.

import { element } from "../common/page.js";
import { refuse } from "../common/refused.js";
import { openSheet } from "../common/sheet.js";
import { text } from "../common/text.js";
import { button } from "./parts.js";

/** @import { Office } from "./office.js" */

/**
 * What the bar of disputes shows of delegates.
 * @param {Office} office
 */
export function delegates(office) {
  const named = office.data.delegates.map((/** @type {any} */ { person, book, by }) => {
    const { delegator } = office.book(book).discipline;
    const end = async () => {
      const told = await office.order(
        "incidents",
        { type: "end-delegation", book, person },
        { roles: [delegator], say: text("office.noted") },
      );
      if (told.why) refuse(told.why, { clause: told.clause });
    };
    return element(
      "span",
      { class: "quiet", "data-delegate": person },
      `${text("office.delegates")}: ${text("office.delegate-at", { person, by })} `,
      office.has([delegator]) ? button(text("office.end-delegation"), end) : null,
    );
  });
  const naming = office.books
    .filter(({ discipline }) => discipline?.delegator && office.has([discipline.delegator]))
    .map(({ book, discipline }) =>
      button(text("office.name-delegate"), () =>
        openSheet({
          title: text("office.name-delegate"),
          fields: [{ name: "person", label: text("office.who") }],
          act: text("office.name-delegate"),
          send: ({ person }) =>
            office.order(
              "incidents",
              { type: "name-delegate", book, person },
              { roles: [discipline.delegator], say: text("office.noted") },
            ),
        }),
      ),
    );
  return [...naming, ...named];
}
