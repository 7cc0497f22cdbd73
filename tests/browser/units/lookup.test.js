import { historyItem, useWheel } from "/web/js/common/phase.js";
import { clock, day, when } from "/web/js/common/times.js";
import { chances, recalled, together } from "/web/js/player/lookup.js";
import { sayResult } from "/web/js/supervisor/rulings.js";
import { check } from "./check.js";

export { results } from "./check.js";

useWheel([
  { pocket: 0, colour: "green" },
  { pocket: "00", colour: "green" },
  { pocket: 1, colour: "red" },
  { pocket: 17, colour: "black" },
]);

const seven = [{ wager: "win-line", result: "lose" }];
const hard = [{ wager: "hardway", on: 6, result: "win" }];
const outcomes = [
  { result: [1, 5], shows: "easy 6 (1-5)", chance: "1/18", lines: [] },
  { result: [1, 6], shows: "7 (1-6)", chance: "1/18", lines: seven },
  { result: [2, 2], shows: "hard 4 (2-2)", chance: "1/36", lines: [] },
  { result: [2, 4], shows: "easy 6 (2-4)", chance: "1/18", lines: [] },
  { result: [2, 5], shows: "7 (2-5)", chance: "1/18", lines: seven },
  { result: [3, 3], shows: "hard 6 (3-3)", chance: "1/36", lines: hard },
  { result: [3, 4], shows: "7 (3-4)", chance: "1/18", lines: seven },
];
const told = together(outcomes);
check(
  "totals in their order, each way that differs by itself",
  told.map(({ total, ways }) => [total, ways.length]),
  [
    [4, 1],
    [6, 2],
    [6, 1],
    [7, 3],
  ],
);
check(
  "chances summed exactly",
  told.map(({ ways }) => chances(ways.map(({ chance }) => chance))),
  ["1/36", "1/9", "1/36", "1/6"],
);
check("all of it", chances(["1/2", "1/3", "1/6"]), "1");
const loses = [{ wager: "straight", on: [1], result: "lose" }];
const numbers = together([
  { result: 0, change: -5, lines: loses },
  { result: "00", change: -5, lines: loses },
  { result: 1, change: 175, lines: [{ wager: "straight", on: [1], result: "win" }] },
]);
check(
  "numbers that do the same are told once, the best first",
  numbers.map(({ ways }) => ways.map(({ result }) => result)),
  [[1], [0, "00"]],
);

const item = historyItem({ result: [4, 3], entered: [5, 4] });
check(
  "a result set right says so by more than colour",
  [item.textContent, item.className, item.getAttribute("aria-label")],
  ["7", "seven corrected", "7, 4 and 3, corrected from 9"],
);
check(
  "a result taken back is read out so",
  historyItem({ result: 17, reversed: "fraud" }).getAttribute("aria-label"),
  "17 black, taken back: fraud",
);
check("no number is no number", sayResult(null), "no valid outcome");

const adjusted = [{ at: 9, result: [4, 5], reason: "misread", clause: "9.13", people: ["sam", "sue"], cents: 1000 }];
const past = recalled({ card: {} }, { result: [1, 5], version: 5, at: 0, lines: [], adjusted });
check(
  "a round set right later says what it came to",
  past.querySelector(".set-right strong").textContent,
  "Corrected later: 4 and 5, total 9. You got 10.00 more.",
);
check(
  "and one that was not says nothing of it",
  recalled({ card: {} }, { result: [1, 5], version: 5, at: 0, lines: [], adjusted: [] }).querySelector(".set-right"),
  null,
);

const midnight = new Date(2026, 0, 31, 0, 5, 9).getTime() * 1000;
check(
  "one clock everywhere",
  [clock(midnight), day(midnight), when(midnight)],
  ["00:05:09", "31 January 2026", "31 Jan, 00:05"],
);
