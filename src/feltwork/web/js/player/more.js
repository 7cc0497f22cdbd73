// The rest of the terminal: help, wishes, the fairness of the draw, leaving.

import { announce, element, signOut } from "../common/page.js";
import { startAloud } from "./aloud.js";
import { faultSheet } from "./concerns.js";
import { showCard, showNext, showRecall } from "./looking.js";
import { button, open, quiet, row, section } from "./sheets.js";

/** @import { Terminal } from "./terminal.js" */

const WISHES = { contrast: "High contrast", sound: "Sound" };
const FOR_PRACTICE = { tutorial: "Tutorial: only the first wagers", ...WISHES };

/** @param {Terminal} terminal */
export function showMore(terminal) {
  const { wishes, seat, me } = terminal;
  const toggles = Object.entries(terminal.tutor ? FOR_PRACTICE : WISHES).map(([name, words]) => {
    const made = button(words, () => made.setAttribute("aria-pressed", String(terminal.wish(name))), "", {
      "aria-pressed": String(wishes.now[name]),
    });
    return made;
  });
  open(
    "More",
    section("This terminal", quiet(`Table ${me.table}, seat ${seat}, player ${me.people[0][0]}`), row(...toggles)),
    section(
      "Look up",
      row(
        button("What if?", () => showNext(terminal)),
        button("Last rounds", () => showRecall(terminal)),
        button("Rules", () => showCard(terminal)),
      ),
    ),
    terminal.link.view.oral
      ? section(
          "By word of mouth",
          quiet(
            `A wager called aloud comes with ${terminal.link.view.oral.brings.join(", ")} and stands once the crew has confirmed it.`,
          ),
          row(button("Call a wager aloud", () => startAloud(terminal))),
        )
      : null,
    drawSection(terminal),
    section(
      "Something is wrong",
      row(
        button("Report a fault", () => faultSheet(terminal)),
        button("Dispute a round", () => showRecall(terminal)),
      ),
    ),
    section(
      "Leaving",
      row(
        button("Leave the seat", () => terminal.send({ type: "leave", seat })),
        button("Sign out", signOut),
      ),
    ),
  );
}

/**
 * At a table whose results are drawn: what the house has promised for this round, and the player's own word in it.
 * @param {Terminal} terminal
 */
function drawSection(terminal) {
  const { draw } = terminal.link.view;
  if (!draw) return null;
  const word = element("input", { id: "nonce", maxlength: "64", autocomplete: "off" });
  const added = draw.nonced?.includes(terminal.seat);
  const add = button(
    "Put it in",
    async () => {
      if (await terminal.send({ type: "add-nonce", seat: terminal.seat, nonce: word.value }))
        announce("Your word is in this round's draw");
    },
    "act",
    { disabled: added },
  );
  return section(
    "Fairness of the draw",
    quiet(
      "Before betting opened, the house locked away a secret and published its fingerprint below. The result follows from that secret and from the words that players put in, so nobody can choose it. The secret is shown after the round; Last rounds lets you check it.",
    ),
    element("p", { class: "fingerprint number", text: `Round ${draw.round}: ${draw.commitment}` }),
    element("label", {
      for: "nonce",
      text: added ? "Your word is in this round's draw" : "Any word of yours for this round",
    }),
    row(word, add),
  );
}
