// The limits sign: each wager's minimum, maximum and unit; what is raised waits for its notice, the rest stands at once.

import { money, parse, sayLimit } from "./money.js";
import { announce, element } from "./page.js";
import { hour, nextHour } from "./times.js";

/** @import { Limit, View } from "./messages.js" */

/**
 * Does this sign need a notice before it may stand?
 * @param {Limit} sign
 * @param {Limit} now
 */
export function isRaised([low, , unit], [nowLow, , nowUnit] = [0, null, 0]) {
  return low > nowLow || unit > nowUnit;
}

/**
 * Changed signs, split into those that stand at once and those that are announced.
 * @param {Record<string, Limit>} wanted
 * @param {Record<string, Limit>} limits
 */
export function split(wanted, limits) {
  /** @type {{ now: Record<string, Limit>, later: Record<string, Limit> }} */
  const found = { now: {}, later: {} };
  for (const [wager, sign] of Object.entries(wanted)) {
    const stands = limits[wager] ?? [0, null, 0];
    if (JSON.stringify(sign) !== JSON.stringify(stands)) found[isRaised(sign, stands) ? "later" : "now"][wager] = sign;
  }
  return found;
}

/**
 * @param {number} until
 * @param {number} now
 */
export function countdown(until, now) {
  const seconds = Math.max(0, Math.ceil((until - now) / 1e6));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/**
 * The limits that most wagers share, and the wagers that have others.
 * @param {Record<string, Limit>} limits
 * @param {string[]} wagers
 */
export function shared(limits, wagers) {
  const counted = new Map();
  const told = (/** @type {string} */ wager) => JSON.stringify(limits[wager] ?? [0, null, 0]);
  for (const wager of wagers) counted.set(told(wager), (counted.get(told(wager)) ?? 0) + 1);
  const [most = "[0,null,0]"] = [...counted].sort((a, b) => b[1] - a[1])[0] ?? [];
  return { all: JSON.parse(most), others: wagers.filter((/** @type {string} */ wager) => told(wager) !== most) };
}

const ALL = "";

/**
 * @param {any} console_
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
    wager === ALL ? "all other wagers" : (office.wagers?.[wager] ?? wager);
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
          ? `after ${office.notice_minutes} minutes' notice`
          : raised || changed
            ? "at once"
            : waits
              ? `announced: ${sayLimit(waits[0])} from ${hour(waits[1])}`
              : "";
    }
  };
  const add = (/** @type {string} */ wager) => {
    const [low, high, unit] = wager === ALL ? all : (view.limits[wager] ?? all);
    const inputs = [low ? money(low) : "", high === null ? "" : money(high), unit ? money(unit) : ""].map((value, i) =>
      element("input", {
        class: "amount",
        value,
        inputmode: "decimal",
        "aria-label": `${["Minimum", "Maximum", "Unit"][i]} of ${named(wager)}`,
        oninput: judge,
        "data-wager": wager,
      }),
    );
    rows.set(wager, inputs);
    tags.set(wager, element("span", { class: "tag" }));
    const row = element(
      "tr",
      {},
      element("td", { text: wager === ALL ? "All other wagers" : named(wager) }),
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
    { "aria-label": "Another wager for the sign" },
    element("option", { value: "", text: "Another wager…" }),
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
    "aria-label": "Higher minimums stand from",
    title: "Empty: the earliest time",
  });
  const busy = (/** @type {any} */ is) =>
    [apply, ...[...rows.values()].flat()].forEach((control) => {
      control.disabled = is;
    });
  const apply = element("button", {
    type: "button",
    class: "act",
    id: "apply-signs",
    text: "Put up the sign",
    onclick: async () => {
      const signs = wanted();
      if (Object.values(signs).some(([low, , unit]) => low === null || unit === null))
        return announce("An amount is written like 5 or 12.50", { bad: true });
      const { now, later } = view.status === "open" ? split(signs, view.limits) : { now: signs, later: {} };
      if (!Object.keys({ ...now, ...later }).length) return announce("Nothing on the sign would change");
      const done = [];
      const at = nextHour(from.value, console_.link.now());
      busy(true); // what is typed before the new sign stands here would be lost with it
      try {
        if (Object.keys(now).length && (await console_.send({ type: "change-limits", limits: now })))
          done.push("put up");
        if (Object.keys(later).length && (await console_.send({ type: "announce-limits", limits: later, at })))
          done.push(`announced for ${hour(at || earliest())}`);
        if (done.length) announce(`The sign is ${done.join("; higher minimums are ")}`);
        return await console_.refresh(true);
      } finally {
        busy(false);
      }
    },
  });
  judge();
  const heads = ["wager", "minimum", "maximum", "unit", "takes effect"];
  const table = element(
    "table",
    {},
    element(
      "thead",
      {},
      element("tr", {}, ...heads.map((text, i) => element("th", { text, class: i > 0 && i < 4 ? "money" : "" }))),
    ),
    body,
  );
  const notice =
    view.status === "open"
      ? `A higher minimum or unit stands after ${office.notice_minutes} minutes' notice (${office.clauses.raise}); everything else at once.`
      : `Play opens only with a minimum and a maximum for every wager (${office.clauses.sign}).`;
  const waits = Object.keys(view.announced).length;
  const down = element("button", {
    type: "button",
    id: "withdraw-signs",
    text: "Take the notice down",
    hidden: !waits,
    onclick: async () => {
      if (await console_.send({ type: "withdraw-limits" })) announce("The notice of new limits is down");
      return console_.refresh(true);
    },
  });
  const time = element(
    "label",
    { class: "from", hidden: view.status !== "open" },
    element("span", { text: `Higher from (at least ${office.notice_minutes} minutes ahead)` }),
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
