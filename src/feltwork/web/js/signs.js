// The limits sign: each wager's minimum, maximum and unit; what is raised waits for its notice, the rest stands at once.

import { money, parse, sayLimit } from "./money.js";
import { announce, element } from "./page.js";

// Does this sign need a notice before it may stand?
export function isRaised([low, , unit], [nowLow, , nowUnit] = [0, null, 0]) {
  return low > nowLow || unit > nowUnit;
}

// Changed signs, split into those that stand at once and those that are announced.
export function split(wanted, limits) {
  const found = { now: {}, later: {} };
  for (const [wager, sign] of Object.entries(wanted)) {
    const stands = limits[wager] ?? [0, null, 0];
    if (JSON.stringify(sign) !== JSON.stringify(stands)) found[isRaised(sign, stands) ? "later" : "now"][wager] = sign;
  }
  return found;
}

export function countdown(until, now) {
  const seconds = Math.max(0, Math.ceil((until - now) / 1e6));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

export function signsPanel(console_, view, office) {
  const rows = new Map();
  const wanted = () => Object.fromEntries([...rows].map(([wager, inputs]) => [wager, inputs.map(({ value }, i) => (i === 1 && value.trim() === "" ? null : parse(value || "0")))]));
  const named = (wager) => office.wagers?.[wager] ?? wager;
  const body = element("tbody");
  const tags = new Map();
  const judge = () => {
    const { now, later } = split(wanted(), view.limits);
    for (const [wager, tag] of tags) {
      const waits = view.announced[wager];
      tag.className = `tag ${later[wager] ? "wait" : now[wager] ? "now" : ""}`;
      tag.textContent = later[wager] ? `after ${office.notice_minutes} minutes' notice` : now[wager] ? "at once" : waits ? `announced: ${sayLimit(waits[0])}` : "";
    }
  };
  const add = (wager) => {
    const [low, high, unit] = view.limits[wager] ?? [0, null, 0];
    const inputs = [money(low), high === null ? "" : money(high), unit ? money(unit) : ""].map((value, i) => element("input", {
      class: "amount", value, inputmode: "decimal", "aria-label": `${["Minimum", "Maximum", "Unit"][i]} of ${named(wager)}`, oninput: judge, "data-wager": wager,
    }));
    rows.set(wager, inputs);
    tags.set(wager, element("span", { class: "tag" }));
    body.append(element("tr", {}, element("td", { text: named(wager) }), ...inputs.map((input) => element("td", { class: "money" }, input)), element("td", {}, tags.get(wager))));
  };
  [...new Set([...Object.keys(view.limits), ...Object.keys(view.announced)])].forEach(add);
  const others = Object.keys(office.wagers ?? {}).filter((wager) => !rows.has(wager));
  const choose = element("select", { "aria-label": "Another wager for the sign" }, element("option", { value: "", text: "Another wager…" }), ...others.map((wager) => element("option", { value: wager, text: named(wager) })));
  choose.addEventListener("change", () => { if (choose.value) add(choose.value); choose.selectedOptions[0].remove(); choose.value = ""; });
  const apply = element("button", { type: "button", class: "act", id: "apply-signs", text: "Put up the sign", onclick: async () => {
    const signs = wanted();
    if (Object.values(signs).some(([low, , unit], i) => low === null || unit === null)) return announce("An amount is written like 5 or 12.50", { bad: true });
    const { now, later } = split(signs, view.limits);
    if (!Object.keys({ ...now, ...later }).length) return announce("Nothing on the sign would change");
    const done = [];
    if (Object.keys(now).length && await console_.send({ type: "change-limits", limits: now })) done.push("put up");
    if (Object.keys(later).length && await console_.send({ type: "announce-limits", limits: later })) done.push(`announced for ${office.notice_minutes} minutes from now`);
    if (done.length) announce(`The sign is ${done.join("; higher minimums are ")}`);
    return console_.refresh(true);
  } });
  judge();
  const heads = ["wager", "minimum", "maximum", "unit", "takes effect"];
  const table = element("table", {}, element("thead", {}, element("tr", {}, ...heads.map((text, i) => element("th", { text, class: i > 0 && i < 4 ? "money" : "" })))), body);
  return [element("div", { class: "row" }, apply, choose, element("span", { class: "quiet small", text: `A higher minimum or unit stands after ${office.notice_minutes} minutes' notice (${office.clauses.raise}); everything else at once. A wager without a row has no limit but the chip.` })), table];
}
