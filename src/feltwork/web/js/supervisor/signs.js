// The sign's panel: each wager's minimum, maximum and unit; what is raised is announced, the rest is published at once.

import { sayLimit } from "../common/limits.js";
import { money, parse } from "../common/money.js";
import { announce, element } from "../common/page.js";
import { refuse } from "../common/refused.js";
import { shared, split } from "../common/signs.js";
import { text } from "../common/text.js";
import { hour, nextHour } from "../common/times.js";
import { worded } from "../common/wording.js";
import { signed } from "./compared.js";

/** @import { Console } from "./console.js" */
/** @import { View } from "../common/messages.js" */

const ALL = "";
const WHICH = ["minimum", "maximum", "unit"];

/**
 * What changes on a sign: before, after and difference of each figure.
 * @param {(number | null)[]} before
 * @param {(number | null)[]} after
 */
export function changes(before, after) {
  const said = (/** @type {number | null} */ cents) => (cents === null ? text("supervisor.no-limit") : money(cents));
  return WHICH.flatMap((name, i) => {
    const [was, is] = [before[i] ?? null, after[i] ?? null];
    if (was === is || (!was && !is && i !== 1)) return [];
    const by = was === null || is === null ? "" : ` (${signed(is - was)})`;
    return text("supervisor.limit-changes", {
      name: text(`supervisor.head-${name}`),
      was: said(was),
      is: said(is),
      by,
    });
  });
}

/**
 * @param {Console} console_
 * @param {View} view
 * @param {any} office
 */
export function signsPanel(console_, view, office) {
  const rows = new Map();
  const wagers = Object.keys(office.wagers ?? {});
  const { all, others } = shared(view.limits, wagers);
  const typed = (/** @type {any} */ inputs) =>
    inputs.map((/** @type {Record<string, any>} */ { value }, /** @type {number} */ i) =>
      i === 1 && value.trim() === "" ? null : parse(value || "0"),
    );
  const wanted = () => Object.fromEntries(wagers.map((wager) => [wager, typed(rows.get(wager) ?? rows.get(ALL))]));
  const named = (/** @type {string} */ wager) =>
    wager === ALL ? text("supervisor.all-other") : worded(office.wagers?.[wager] ?? wager);
  const body = element("tbody");
  const tags = new Map();
  const judge = () => {
    const { now, later } = split(wanted(), view.limits);
    for (const [row, tag] of tags) {
      const meant = row === ALL ? wagers.filter((wager) => !rows.has(wager)) : [row];
      const [raised, changed] = [later, now].map((found) => meant.some((wager) => found[wager]));
      const waits = view.announced[meant[0]];
      tag.className = `tag ${raised ? "wait" : changed ? "now" : ""}`;
      tag.textContent =
        raised && view.status === "open"
          ? text("supervisor.after-notice", { minutes: office.notice_minutes })
          : raised || changed
            ? text("supervisor.at-once")
            : waits
              ? text("supervisor.announced-from", { limit: sayLimit(waits[0]), time: hour(waits[1]) })
              : "";
      const before = row === ALL ? all : (view.limits[row] ?? all);
      const told = raised || changed ? changes(before, typed(rows.get(row))) : [];
      tag.append(...told.map((words) => element("small", { class: "was", text: words })));
    }
  };
  const add = (/** @type {string} */ wager) => {
    const [low, high, unit] = wager === ALL ? all : (view.limits[wager] ?? all);
    const inputs = [low ? money(low) : "", high === null ? "" : money(high), unit ? money(unit) : ""].map((value, i) =>
      element("input", {
        class: "amount",
        value,
        inputmode: "decimal",
        "aria-label": text(`supervisor.limit-${["minimum", "maximum", "unit"][i]}`, { wager: named(wager) }),
        oninput: judge,
        "data-wager": wager,
      }),
    );
    rows.set(wager, inputs);
    tags.set(wager, element("span", { class: "tag" }));
    const row = element(
      "tr",
      {},
      element("th", { scope: "row", text: wager === ALL ? text("supervisor.all-other-row") : named(wager) }),
      ...inputs.map((input) => element("td", { class: "money" }, input)),
      element("td", {}, tags.get(wager)),
    );
    if (rows.has(ALL) && wager !== ALL) body.lastElementChild.before(row);
    else body.append(row);
  };
  [...new Set([...others, ...Object.keys(view.announced)])].forEach(add);
  add(ALL);
  const choose = element(
    "select",
    { "aria-label": text("supervisor.another-for-sign") },
    element("option", { value: "", text: text("supervisor.another-wager") }),
    ...wagers
      .filter((wager) => !rows.has(wager))
      .map((wager) => element("option", { value: wager, text: named(wager) })),
  );
  choose.addEventListener("change", () => {
    if (choose.value) add(choose.value);
    choose.selectedOptions[0].remove();
    choose.value = "";
  });
  const earliest = () => console_.link.now() + office.notice_minutes * 60e6;
  const from = element("input", {
    type: "time",
    id: "signs-from",
    "aria-label": text("supervisor.higher-from-label"),
    title: text("supervisor.earliest"),
  });
  const busy = (/** @type {any} */ is) =>
    [apply, ...[...rows.values()].flat()].forEach((control) => {
      control.disabled = is;
    });
  const apply = element("button", {
    type: "button",
    class: "act",
    id: "apply-signs",
    text: text("supervisor.publish-limits"),
    onclick: async () => {
      const signs = wanted();
      if (Object.values(signs).some(([low, , unit]) => low === null || unit === null))
        return refuse(text("supervisor.amount-like"), { at: apply });
      const { now, later } = view.status === "open" ? split(signs, view.limits) : { now: signs, later: {} };
      if (!Object.keys({ ...now, ...later }).length) return announce(text("supervisor.nothing-changes"));
      const done = [];
      const at = nextHour(from.value, console_.link.now());
      busy(true); // what is typed before the new sign stands here would be lost with it
      try {
        if (Object.keys(now).length && (await console_.send({ type: "change-limits", limits: now })))
          done.push(text("supervisor.limits-published"));
        if (Object.keys(later).length && (await console_.send({ type: "announce-limits", limits: later, at })))
          done.push(text("supervisor.limits-announced", { time: hour(at || earliest()) }));
        if (done.length) announce(done.join(" "));
        return await console_.refresh(true);
      } finally {
        busy(false);
      }
    },
  });
  judge();
  const heads = ["wager", "minimum", "maximum", "unit", "takes-effect"].map((name) => text(`supervisor.head-${name}`));
  const table = element(
    "table",
    {},
    element(
      "thead",
      {},
      element(
        "tr",
        {},
        ...heads.map((words, i) => element("th", { text: words, class: i > 0 && i < 4 ? "money" : "" })),
      ),
    ),
    body,
  );
  const notice =
    view.status === "open"
      ? text("supervisor.notice-rule", { minutes: office.notice_minutes, clause: office.clauses.raise })
      : text("supervisor.sign-rule", { clause: office.clauses.sign });
  const waits = Object.keys(view.announced).length;
  const down = element("button", {
    type: "button",
    id: "withdraw-signs",
    text: text("supervisor.take-notice-down"),
    hidden: !waits,
    onclick: async () => {
      if (await console_.send({ type: "withdraw-limits" })) announce(text("supervisor.notice-down"));
      return console_.refresh(true);
    },
  });
  const time = element(
    "label",
    { class: "from", hidden: view.status !== "open" },
    element("span", { text: text("supervisor.higher-from", { minutes: office.notice_minutes }) }),
    from,
  );
  return [
    element(
      "div",
      { class: "row" },
      apply,
      time,
      choose,
      down,
      element("span", { class: "quiet small", text: notice }),
    ),
    table,
  ];
}
