// Rounds set right: a result corrected, a paid round corrected by two people, an outcome invalidated.

import { makeKey } from "../common/link.js";
import { announce, element, find, post } from "../common/page.js";
import { called } from "../common/people.js";
import { colourOf } from "../common/phase.js";
import { calledOf } from "../common/rounds.js";
import { openSheet, reasonField, resultField } from "../common/sheet.js";
import { text } from "../common/text.js";
import { keyOfSame } from "../common/unsettled.js";
import { comparison } from "./compared.js";

/** @import { Console } from "./console.js" */
/** @import { View } from "../common/messages.js" */

const WHY = ["misread", "entered-wrongly", "recording", "too-early"];

export const sayResult = (/** @type {any} */ result) =>
  result === null
    ? text("supervisor.no-outcome")
    : Array.isArray(result)
      ? text("supervisor.two-dice", { first: String(result[0]), second: String(result[1]) })
      : text("supervisor.number", { number: String(result) });

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
      element("h3", { text: text("supervisor.last-rounds") }),
      rows.length
        ? element(
            "table",
            {},
            element(
              "thead",
              {},
              element(
                "tr",
                {},
                ...["result", "settled-at", "standing"].map((name) =>
                  element("th", { text: text(`supervisor.head-${name}`) }),
                ),
                element("td"),
              ),
            ),
            element("tbody", {}, ...rows),
          )
        : element("p", {
            class: "quiet",
            text: text("supervisor.no-rounds"),
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
              text: text("supervisor.correct"),
              onclick: () => correct(console_, view, round, entry),
            })
          : null,
        rules
          ? element("button", {
              type: "button",
              text: text("supervisor.rule-faces"),
              onclick: () => rule(console_, round.result),
            })
          : null,
        (last || (round.settable && !round.invalid && !doubted)) && !round.reversed
          ? element("button", {
              type: "button",
              text: text("supervisor.invalidate"),
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
    return text("supervisor.corrected-in-part", { reason: right.reason, clause: right.clause });
  if (right)
    return text("supervisor.corrected-to", {
      result: sayResult(right.result),
      reason: right.reason,
      clause: right.clause,
    });
  if (round.reversed) return text("supervisor.taken-back", { reason: round.reversed, clause: round.reversed_by });
  if (doubted) return text("supervisor.in-doubt");
  if (ruled) return text("supervisor.faces-ruled");
  if (!round.settable) return text("supervisor.too-late");
  if (last) return text("supervisor.no-chip-moved");
  return text(late ? "supervisor.open-till-next" : "supervisor.needs-second");
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
      title: text(stands ? "supervisor.spin-stands" : "supervisor.spin-void"),
      act: text(stands ? "supervisor.it-stands" : "supervisor.it-is-void"),
      danger: !stands,
      about: text(stands ? "supervisor.stays-paid" : "supervisor.goes-back"),
      fields: [
        reasonField(
          stands
            ? [text("supervisor.why-recording"), text("supervisor.why-fault-after")]
            : [text("supervisor.why-not-valid"), text("supervisor.why-other-numbers")],
        ),
      ],
      send: ({ reason }) => console_.answer({ type: "rule-on-round", number, stands, reason }),
    });
  return element(
    "section",
    { class: "notice danger", "data-doubt": String(number) },
    element("h3", { text: text("supervisor.paid-in-doubt") }),
    element("p", { text: text("supervisor.reported", { person, what, clause }) }),
    element(
      "div",
      { class: "row" },
      element("button", { type: "button", text: text("supervisor.stands-button"), onclick: () => say(true) }),
      element("button", {
        type: "button",
        class: "danger",
        text: text("supervisor.void-button"),
        onclick: () => say(false),
      }),
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
    ? text("supervisor.ruled", { result: sayResult(ruled), clause })
    : called
      ? text("supervisor.called", { result: sayResult(called) })
      : text("supervisor.not-called");
  const rules = !ruled && holds(console_, office, "rule on a face");
  return element(
    "section",
    { id: "lying" },
    element("h3", { text: text("supervisor.dice-lie") }),
    element("p", { text: said }),
    rules
      ? element(
          "div",
          { class: "row" },
          element("button", {
            type: "button",
            text: text("supervisor.rule-faces"),
            onclick: () => rule(console_, called),
          }),
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
    title: called
      ? text("supervisor.which-faces-called", { result: sayResult(called) })
      : text("supervisor.which-faces"),
    act: text("supervisor.give-ruling"),
    danger: true,
    about: text("supervisor.ruling-final"),
    fields: [
      resultField(null, colourOf),
      reasonField([text("supervisor.why-leans"), text("supervisor.why-as-called")]),
    ],
    send: ({ result, reason }) => {
      if (!result) return { why: text("supervisor.pick-faces") };
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
  const { place, ask } = comparison(console_);
  const field = resultField(view.spins ? console_.order : null, colourOf);
  field.node.addEventListener("click", () => {
    const { value } = field.node.querySelector("[name=result]");
    ask(value ? { version: round.version, result: JSON.parse(value) } : null);
  });
  openSheet({
    title: text("supervisor.correct-title", { result: sayResult(round.result) }),
    about: text(last ? "supervisor.correct-last" : "supervisor.correct-paid"),
    fields: [field, { node: place }, reasonField(WHY.map((why) => text(`supervisor.why-${why}`)))],
    act: text(last ? "supervisor.correct-act" : "supervisor.propose"),
    danger: true,
    send: ({ result, reason }) => {
      if (!result) return { why: text("supervisor.say-what-lay") };
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
      text("supervisor.seat-comma", { seat, player: called(player) }),
    ),
  );
  const { place, ask } = comparison(console_);
  if (!round.invalid) ask({ version: round.version, result: null });
  openSheet({
    title: round.invalid
      ? text("supervisor.invalidate-round")
      : text("supervisor.invalidate-title", { result: sayResult(round.result) }),
    act: text(last ? "supervisor.invalidate-act" : "supervisor.propose-it"),
    danger: true,
    about: text(last ? "supervisor.invalid-last" : "supervisor.invalid-paid"),
    fields: [
      {
        name: "cause",
        label: text("supervisor.cause"),
        options: causes.map(([cause, clause]) => [cause, `${cause} (${clause})`]),
      },
      ...(last ? [] : [reasonField([text("supervisor.why-recording"), text("supervisor.why-security")])]),
      ...(office.may_forfeit && seats.length
        ? [{ node: element("fieldset", {}, element("legend", { text: text("supervisor.forfeits") }), ...seats) }]
        : []),
      { node: place },
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
  const { version, result, reason, person, cause, clause, forfeits = [] } = office.proposed;
  const says = cause
    ? text("supervisor.does-not-count", { cause })
    : text("supervisor.lay-there", { result: sayResult(result) });
  const own = console_.me.people.some((/** @type {any} */ [name]) => name === person);
  const sign = (/** @type {any} */ agreed) =>
    openSheet({
      title: text(agreed ? "supervisor.agree-title" : "supervisor.disagree-title"),
      act: text(agreed ? "supervisor.agree-act" : "supervisor.drop-act"),
      danger: agreed,
      about: text("supervisor.says", { person, says, reason }),
      fields: [
        { node: compares() },
        { name: "person", label: text("supervisor.second-person") },
        { name: "password", label: text("supervisor.password"), kind: "password" },
        { name: "code", label: text("supervisor.code"), required: false },
      ],
      send: async (values) => {
        const path = `/api/office/${console_.table}/signed`;
        const wish = { ...values, do: { type: "second-correction", version, agreed } };
        const told = await post(path, { key: keyOfSame(path, wish) ?? makeKey(), ...wish });
        if (!told.why) announce(text(agreed ? "supervisor.posted" : "supervisor.dropped"));
        return told;
      },
    });
  const compares = () => {
    const { place, ask } = comparison(console_);
    ask({ version, result, forfeits });
    return place;
  };
  const here = (/** @type {any} */ agreed) => console_.send({ type: "second-correction", version, agreed });
  return element(
    "section",
    { class: "notice danger", id: "waiting" },
    element("h3", { text: text("supervisor.waits-second") }),
    element("p", { text: `${person}: ${says}. ${reason}. (${clause})` }),
    compares(),
    element(
      "div",
      { class: "row" },
      element("button", {
        type: "button",
        class: "danger",
        text: text("supervisor.second-agrees"),
        onclick: () => (own ? sign(true) : here(true)),
      }),
      element("button", {
        type: "button",
        text: text("supervisor.second-disagrees"),
        onclick: () => (own ? sign(false) : here(false)),
      }),
    ),
  );
}
