// The rest of the terminal: help, wishes, the fairness of the draw, leaving.

import { announce, element } from "../common/page.js";
import { leaveTab } from "../common/signout.js";
import { text } from "../common/text.js";
import { worded } from "../common/wording.js";
import { startAloud } from "./aloud.js";
import { showCard } from "./card.js";
import { faultSheet } from "./concerns.js";
import { showDisputes } from "./disputes.js";
import { showNext, showRecall } from "./lookup.js";
import { collect } from "./purse.js";
import { button, open, quiet, row, section } from "./sheets.js";

/** @import { Terminal } from "./terminal.js" */

const WISHES = ["contrast", "alone", "sound"];
const FOR_PRACTICE = ["tutorial", ...WISHES];

/** @param {Terminal} terminal */
export function showMore(terminal) {
  const { wishes, seat, me } = terminal;
  const toggles = (terminal.tutor ? FOR_PRACTICE : WISHES).map((name) => {
    const made = button(
      text(`player.wish-${name}`),
      () => made.setAttribute("aria-pressed", String(terminal.wish(name))),
      "",
      {
        "aria-pressed": String(wishes.now[name]),
      },
    );
    return made;
  });
  open(
    text("player.more"),
    section(
      text("player.this-terminal"),
      quiet(
        terminal.link.view.practice
          ? text("player.who-where-practice", { table: me.table, seat })
          : text("player.who-where", { table: me.table, seat, player: me.people[0][0] }),
      ),
      row(...toggles),
    ),
    section(
      text("player.look-up"),
      row(
        button(text("player.what-if"), () => showNext(terminal)),
        button(text("player.last-rounds"), () => showRecall(terminal)),
        button(text("player.rules"), () => showCard(terminal)),
      ),
    ),
    terminal.link.view.oral
      ? section(
          text("player.by-word"),
          quiet(
            text("player.by-word-more", { brings: terminal.link.view.oral.brings.map(worded).join(text("player.or")) }),
          ),
          row(button(text("player.call-aloud"), () => startAloud(terminal))),
        )
      : null,
    drawSection(terminal),
    section(
      text("player.wrong"),
      row(
        button(text("player.report-fault"), () => faultSheet(terminal)),
        button(text("player.dispute"), () => showRecall(terminal)),
        me.people?.[0]?.[0] ? button(text("player.disputes"), () => showDisputes(terminal)) : null,
      ),
    ),
    section(
      text("player.leaving"),
      row(
        button(text("player.leave-seat"), () => terminal.status.leave()),
        button(text("common.sign-out"), () => leaveTab({ cashOut: () => collect(terminal) })),
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
    text("player.put-word"),
    async () => {
      if (await terminal.send({ type: "add-nonce", seat: terminal.seat, nonce: word.value }))
        announce(text("player.word-in"));
    },
    "act",
    { disabled: added },
  );
  return section(
    text("player.fairness"),
    quiet(text("player.fairness-more")),
    element("p", {
      class: "fingerprint number",
      text: text("player.commitment", { round: draw.round, commitment: draw.commitment }),
    }),
    element("label", {
      for: "nonce",
      text: text(added ? "player.word-in" : "player.any-word"),
    }),
    row(word, add),
  );
}
