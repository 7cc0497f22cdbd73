// Rounds set right: a result corrected, a paid round corrected by two people, an outcome invalidated.

import { makeKey } from "../common/link.js";
import { announce, element, find, post } from "../common/page.js";
import { colourOf } from "../common/phase.js";
import { calledOf } from "../common/rounds.js";
import { openSheet, reasonField, resultField } from "../common/sheet.js";
import { keyOfSame } from "../common/unsettled.js";

/** @import { Console } from "./console.js" */
/** @import { View } from "../common/messages.js" */

const WHY = ["misread by the crew", "entered wrongly", "seen on the recording", "called before it came to rest"];

export const sayResult = (/** @type {any} */ result) =>
  result === null ? "no valid outcome" : Array.isArray(result) ? `${result[0]} and ${result[1]}` : `number ${result}`;

/**
 * @param {Console} console_
 * @param {View} view
 * @param {any} office
 */
export function rulingsPanel(console_, view, office) {
  const parts = (office.doubts ?? []).map((/** @type {Record<string, any>} */ doubt) => inDoubt(console_, doubt));
  if (office.lying) parts.push(lying(console_, office));
  if (office.proposed) parts.push(waiting(console_, office));
  const rows = (office.recalled ?? []).map((/** @type {any} */ round) => row(console_, view, office, round));
  parts.push(
    element(
      "section",
      {},
      element("h3", { text: "The last rounds" }),
      rows.length
        ? element(
            "table",
            {},
            element(
              "thead",
              {},
              element("tr", {}, ...["result", "settled at", "standing", ""].map((text) => element("th", { text }))),
            ),
            element("tbody", {}, ...rows),
          )
        : element("p", {
            class: "quiet",
            text: "None yet. The last rounds of the table appear here as they are settled.",
          }),
    ),
  );
  return parts;
}

/**
 * @param {Console} console_
 * @param {View} view
 * @param {any} office
 * @param {any} round
 */
function row(console_, view, office, round) {
  const last = round.version === office.last;
  const corrects = round.version === office.correctable && holds(console_, office, "correct");
  const entry = last || corrects; // else two people set it right
  const ruled = office.ruled?.includes(round.version);
  const doubted = office.doubts?.some((/** @type {Record<string, any>} */ { version }) => version === round.version);
  const rules = round.version === office.disputable && !round.reversed && holds(console_, office, "rule on a face");
  const correctable =
    !round.invalid && !round.reversed && !ruled && !doubted && round.settable && !(rules && office.corrects_faces);
  const said = round.invalid ? calledOf(round) : sayResult(round.result);
  return element(
    "tr",
    {},
    element("td", { class: "number", text: said }),
    element("td", { class: "number", text: console_.time(round.at) }),
    element("td", { text: standing(round, { last, ruled, doubted, late: rules || corrects }) }),
    element(
      "td",
      {},
      element(
        "div",
        { class: "row" },
        correctable
          ? element("button", {
              type: "button",
              text: "Correct…",
              onclick: () => correct(console_, view, round, entry),
            })
          : null,
        rules
          ? element("button", {
              type: "button",
              text: "Rule on the faces…",
              onclick: () => rule(console_, round.result),
            })
          : null,
        (last || (round.settable && !round.invalid && !doubted)) && !round.reversed
          ? element("button", {
              type: "button",
              text: "Invalidate…",
              onclick: () => invalidate(console_, office, round, last),
            })
          : null,
      ),
    ),
  );
}

/**
 * How a round stands, in words.
 * @param {any} round
 * @param {Record<string, any>} given
 */
function standing(round, { last, ruled, doubted, late }) {
  const [right] = round.adjusted?.slice(-1) ?? [];
  if (right && round.settable)
    return `set right in part: ${right.reason} (${right.clause}); the rest needs a second person`;
  if (right) return `set right: ${sayResult(right.result)}, ${right.reason} (${right.clause})`;
  if (round.reversed) return `taken back: ${round.reversed} (${round.reversed_by})`;
  if (doubted) return "in doubt: to be ruled on";
  if (ruled) return "the faces were ruled on: final";
  if (!round.settable) return "can no longer be set right here";
  if (last) return "no chip has moved since";
  return late
    ? "chips have moved since; open until the next round starts"
    : "chips have moved since: needs a second person";
}

// Has somebody at this console this power here? A place of the crew is theirs only while they are assigned to it.
const holds = (/** @type {Console} */ console_, /** @type {any} */ office, /** @type {any} */ power) =>
  console_.me.people.some(
    (/** @type {any} */ [person, role]) =>
      office.powers[power]?.roles.includes(role) && (!office.assigned.includes(role) || office.crew[person] === role),
  );

/**
 * A round that had been paid when a fault was reported: it stands, or is void.
 * @param {Console} console_
 * @param {Record<string, any>} given
 */
function inDoubt(console_, { number, what, person, clause }) {
  const say = (/** @type {any} */ stands) =>
    openSheet({
      title: stands ? "The spin stands" : "The spin is void",
      act: stands ? "It stands" : "It is void",
      danger: !stands,
      about: stands
        ? "What was paid stays paid."
        : "What the fault spoilt goes back: stakes are returned, winnings are taken back; what a player no longer has stands as a debt.",
      fields: [
        reasonField(
          stands
            ? ["seen on the recording", "the fault came after it"]
            : ["not a valid spin", "the screen showed other numbers"],
        ),
      ],
      send: ({ reason }) => console_.answer({ type: "rule-on-round", number, stands, reason }),
    });
  return element(
    "section",
    { class: "notice danger", "data-doubt": String(number) },
    element("h3", { text: "A paid spin is in doubt" }),
    element("p", { text: `${person} reported: ${what} (${clause}). Nothing goes back until you rule on it.` }),
    element(
      "div",
      { class: "row" },
      element("button", { type: "button", text: "It stands…", onclick: () => say(true) }),
      element("button", { type: "button", class: "danger", text: "It is void…", onclick: () => say(false) }),
    ),
  );
}

/**
 * Dice that lie and have not been settled: who rules on faces may do so before any chip moves.
 * @param {Console} console_
 * @param {any} office
 */
function lying(console_, office) {
  const { called, ruled, clause } = office.lying;
  const said = ruled
    ? `Ruled: ${sayResult(ruled)} are up (${clause}). The dealer calls them so.`
    : called
      ? `Called: ${sayResult(called)}, not settled yet.`
      : "Not called yet.";
  const rules = !ruled && holds(console_, office, "rule on a face");
  return element(
    "section",
    { id: "lying" },
    element("h3", { text: "The dice lie" }),
    element("p", { text: said }),
    rules
      ? element(
          "div",
          { class: "row" },
          element("button", { type: "button", text: "Rule on the faces…", onclick: () => rule(console_, called) }),
        )
      : null,
  );
}

/**
 * @param {Console} console_
 * @param {any} called
 */
function rule(console_, called) {
  openSheet({
    title: called ? `Which faces are up? Called: ${sayResult(called)}` : "Which faces are up?",
    act: "Give the ruling",
    danger: true,
    about: "The ruling is final. The same faces uphold the call; others settle the round again.",
    fields: [resultField(null, colourOf), reasonField(["it leans", "as called"])],
    send: ({ result, reason }) => {
      if (!result) return { why: "Pick both faces." };
      const [first, second] = JSON.parse(result);
      return console_.answer({ type: "rule-on-face", first, second, reason });
    },
  });
}

/**
 * @param {Console} console_
 * @param {View} view
 * @param {any} round
 * @param {any} last
 */
function correct(console_, view, round, last) {
  openSheet({
    title: `Correct ${sayResult(round.result)}`,
    about: last
      ? "The settlement is reversed and the round settled again; players see before, after and why. Chips put down since go back."
      : "Chips have moved since. Your word opens the correction; another person agrees to it before anything is posted.",
    fields: [resultField(view.spins ? console_.order : null, colourOf), reasonField(WHY)],
    act: last ? "Correct the result" : "Propose the correction",
    danger: true,
    send: ({ result, reason }) => {
      if (!result) return { why: "Say what lay there." };
      const lay = JSON.parse(result);
      if (!last) {
        find("#panel").scrollTop = 0; // where it waits for its second person
        return console_.answer({ type: "correct-paid-round", version: round.version, result: lay, reason });
      }
      return console_.answer(
        view.spins
          ? { type: "correct-number", pocket: lay, reason }
          : { type: "correct-result", first: lay[0], second: lay[1], reason },
      );
    },
  });
}

/**
 * @param {Console} console_
 * @param {any} office
 * @param {any} round
 * @param {any} last
 */
function invalidate(console_, office, round, last) {
  const causes = Object.entries(office.causes);
  const seats = Object.entries(office.seats).map(([seat, { player }]) =>
    element(
      "label",
      { class: "check" },
      element("input", { type: "checkbox", name: `forfeit-${seat}` }),
      `seat ${seat}, ${player}`,
    ),
  );
  openSheet({
    title: `Invalidate ${round.invalid ? "the round" : sayResult(round.result)}`,
    act: last ? "Invalidate the outcome" : "Propose it",
    danger: true,
    about: last
      ? "The round counts for nothing: what it decided is handed back."
      : "The round counts for nothing: what it decided is handed back. Chips have moved since: another person agrees to it before anything is posted.",
    fields: [
      { name: "cause", label: "Cause", options: causes.map(([cause, clause]) => [cause, `${cause} (${clause})`]) },
      ...(last ? [] : [reasonField(["seen on the recording", "reported by security"])]),
      ...(office.may_forfeit && seats.length
        ? [{ node: element("fieldset", {}, element("legend", { text: "For fraud only: who forfeits" }), ...seats) }]
        : []),
    ],
    send: ({ cause, reason, ...marked }) => {
      const forfeits = Object.keys(marked).map((name) => Number(name.replace("forfeit-", "")));
      if (last) return console_.answer({ type: "invalidate-outcome", cause, forfeits });
      find("#panel").scrollTop = 0; // where it waits for its second person
      return console_.answer({
        type: "correct-paid-round",
        version: round.version,
        result: null,
        reason,
        cause,
        forfeits,
      });
    },
  });
}

/**
 * A correction that waits: the other person signs here, or at a console of their own.
 * @param {Console} console_
 * @param {any} office
 */
function waiting(console_, office) {
  const { version, result, reason, person, cause, clause } = office.proposed;
  const says = cause ? `the round does not count, for ${cause}` : `${sayResult(result)} lay there`;
  const own = console_.me.people.some((/** @type {any} */ [name]) => name === person);
  const sign = (/** @type {any} */ agreed) =>
    openSheet({
      title: agreed ? "Agree to the correction" : "Do not agree",
      act: agreed ? "Agree and post the differences" : "Drop the correction",
      danger: agreed,
      about: `${person} says that ${says}: ${reason}.`,
      fields: [
        { name: "person", label: "Second person" },
        { name: "password", label: "Password", kind: "password" },
        { name: "code", label: "Code, if they have a second factor", required: false },
      ],
      send: async (values) => {
        const path = `/api/office/${console_.table}/signed`;
        const wish = { ...values, do: { type: "second-correction", version, agreed } };
        const told = await post(path, { key: keyOfSame(path, wish) ?? makeKey(), ...wish });
        if (!told.why) announce(agreed ? "The differences are posted" : "The correction was dropped");
        return told;
      },
    });
  const here = (/** @type {any} */ agreed) => console_.send({ type: "second-correction", version, agreed });
  return element(
    "section",
    { class: "notice danger", id: "waiting" },
    element("h3", { text: "A correction waits for its second person" }),
    element("p", { text: `${person}: ${says}. ${reason}. (${clause})` }),
    element(
      "div",
      { class: "row" },
      element("button", {
        type: "button",
        class: "danger",
        text: "Second person agrees…",
        onclick: () => (own ? sign(true) : here(true)),
      }),
      element("button", { type: "button", text: "Does not agree…", onclick: () => (own ? sign(false) : here(false)) }),
    ),
  );
}
