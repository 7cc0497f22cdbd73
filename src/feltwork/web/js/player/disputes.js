// A player's own disputes: about a game or a promotion, what was decided, and the right to complain.

import { announce, element, get, post, sentence } from "../common/page.js";
import { refuse } from "../common/refused.js";
import { resultOf } from "../common/rounds.js";
import { text } from "../common/text.js";
import { when } from "../common/times.js";
import { button, open, quiet, row, section } from "./sheets.js";

/** @import { Terminal } from "./terminal.js" */

const LONGEST = 500;

/** @param {Terminal} terminal */
export async function showDisputes(terminal) {
  const [held, { names = [] }] = await Promise.all([get("/api/incidents"), get("/api/promotion")]);
  if (held.why) return refuse(held.why);
  const seen = await Promise.all(names.map((/** @type {string} */ name) => get(`/api/promotion/${name}`)));
  const offered = seen.filter(({ title }) => title);
  const mine = held.disputes.map((/** @type {any} */ one) => told(terminal, held, one));
  return open(
    text("player.disputes"),
    section(
      text("player.about-the-game"),
      ...(mine.length ? mine : [quiet(text("player.no-disputes"))]),
      row(button(text("player.raise-dispute"), () => raise(terminal, held), "act")),
    ),
    offered.length ? section(text("player.about-promotions"), ...offered.map((one) => promotion(terminal, one))) : null,
  );
}

/**
 * @param {string} where
 * @param {Record<string, any>} command
 */
const send = (where, command) => post(`/api/${where}`, { key: crypto.randomUUID(), do: command });

/**
 * One dispute about a game, as far as it has come.
 * @param {Terminal} terminal
 * @param {any} held
 * @param {any} one
 */
function told(terminal, held, one) {
  const known = held.rights[one.book] ?? {};
  const decided = one.findings.map((/** @type {string} */ finding, /** @type {number} */ at) =>
    element("p", { text: text(at ? "player.reviewed-as" : "player.decided-as", { finding }) }),
  );
  return element(
    "div",
    { class: "own-dispute", "data-dispute": String(one.number) },
    element("p", {}, element("strong", { text: one.words }), ` (${when(one.at)})`),
    ...decided,
    decided.length ? quiet(text("player.right-is", { right: known.right, clause: known.advice })) : null,
    decided.length ? null : quiet(text("player.waits-for", { who: known.first, clause: known.clause })),
    one.standing === "decided"
      ? row(
          button(text("player.ask-review"), async () => {
            const given = await send("incidents", { type: "ask-review", dispute: one.number });
            if (given.why) return refuse(given.why, { clause: given.clause });
            announce(text("player.review-asked", { who: known.review }));
            return showDisputes(terminal);
          }),
        )
      : null,
  );
}

/**
 * The form: what, and which round.
 * @param {Terminal} terminal
 * @param {any} held
 */
async function raise(terminal, held) {
  const { book } = terminal.link.view;
  const rounds = (await terminal.link.ask("recall")) ?? [];
  const which = element(
    "select",
    { id: "dispute-round" },
    element("option", { value: "0", text: text("player.no-round") }),
    ...rounds.map((/** @type {any} */ round) =>
      element("option", { value: String(round.version), text: `${resultOf(round)}, ${when(round.at)}` }),
    ),
  );
  const known = held.rights[book] ?? {};
  form(terminal, text("player.raise-dispute"), text("player.who-decides", known), which, (words) =>
    send("incidents", {
      type: "raise-game-dispute",
      book,
      person: terminal.me.people[0][0],
      words,
      table: terminal.me.table,
      round: Number(which.value),
    }),
  );
}

/**
 * @param {Terminal} terminal
 * @param {string} title
 * @param {string} about
 * @param {any} which
 * @param {(words: string) => Promise<any>} give
 */
function form(terminal, title, about, which, give) {
  const words = element("textarea", { id: "dispute-words", rows: "4", maxlength: String(LONGEST) });
  const act = button(
    text("player.send"),
    async () => {
      const given = await give(words.value.replaceAll("\n", " ").trim());
      if (given.why) return refuse(sentence(given.why), { clause: given.clause });
      announce(text("player.dispute-noted"));
      return showDisputes(terminal);
    },
    "act",
  );
  open(
    title,
    quiet(about),
    which ? element("label", { for: "dispute-round", text: text("player.which-round") }) : null,
    which,
    element("label", { for: "dispute-words", text: text("player.dispute-what") }),
    words,
    row(
      act,
      button(text("common.cancel"), () => showDisputes(terminal)),
    ),
  );
}

/**
 * A promotion that is offered: its terms, the player's entries, and disputes about it.
 * @param {Terminal} terminal
 * @param {any} one
 */
function promotion(terminal, one) {
  const player = terminal.me.people[0][0];
  return element(
    "div",
    { "data-promotion": one.name },
    element("p", {}, element("strong", { text: one.title }), ` ${text("player.own-entries", { count: one.entries })}`),
    element("details", {}, element("summary", { text: text("player.terms") }), element("pre", { text: one.terms })),
    ...one.disputes.map((/** @type {any} */ dispute) =>
      element(
        "div",
        { class: "own-dispute" },
        element("p", { text: dispute.about }),
        dispute.decision
          ? element("p", { text: text("player.decided-as", { finding: dispute.decision }) })
          : quiet(text("player.operator-decides", { clause: one.clause })),
        dispute.decision ? quiet(text("player.right-is", { right: one.right, clause: one.clause })) : null,
      ),
    ),
    row(
      one.own_entry && !one.entries && one.standing === "running"
        ? button(text("player.enter-promotion"), async () => {
            const given = await send(`promotion/${one.name}`, { type: "enter-promotion", player });
            if (given.why) return refuse(given.why, { clause: given.clause });
            announce(text("player.entered-promotion"));
            return showDisputes(terminal);
          })
        : null,
      button(text("player.dispute-promotion"), () =>
        form(
          terminal,
          text("player.dispute-promotion"),
          text("player.operator-decides", { clause: one.clause }),
          null,
          (words) => send(`promotion/${one.name}`, { type: "dispute-promotion", person: player, about: words }),
        ),
      ),
    ),
  );
}
