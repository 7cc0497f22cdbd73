import { colourOf, phaseWords, secondsLeft, useWheel } from "/web/js/common/phase.js";
import { check } from "./check.js";

export { results } from "./check.js";

useWheel([
  { pocket: 0, colour: "green" },
  { pocket: "00", colour: "green" },
  { pocket: 1, colour: "red" },
  { pocket: 2, colour: "black" },
]);

const open = {
  status: "open",
  phase: "betting",
  closed: false,
  suspended: null,
  awaited: null,
  point: null,
  spins: false,
};
check("open", phaseWords(open).tone, "open");
check("point", phaseWords({ ...open, point: 6 }).words, "Place your bets — point is 6");
check("closed", phaseWords({ ...open, closed: true }).tone, "closed");
check("a table that is checked is not closed", phaseWords({ ...open, status: "checking" }).words, "Being checked");
check("stopped", phaseWords({ ...open, suspended: "fire" }).tone, "stopped");
check("dice out", phaseWords({ ...open, phase: "dice out" }).words, "Dice are out");
check("last bets", phaseWords({ ...open, closes_at: 4e6 }, 0).tone, "last");
check("ten seconds", secondsLeft({ ...open, awaited: [1, 10e6] }, 0), 10);
check(
  "a shot is counted down, not the wagers before it",
  secondsLeft({ ...open, closes_at: 1e6, awaited: [4, 12e6] }, 2e6),
  10,
);
check("never below zero", secondsLeft({ ...open, awaited: [1, 1e6] }, 5e6), 0);
check("zero is green", [colourOf(0), colourOf("00"), colourOf(1), colourOf(2)], ["green", "green", "red", "black"]);
