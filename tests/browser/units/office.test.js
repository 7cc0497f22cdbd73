import { sayLimit, sayOwn } from "/web/js/common/limits.js";
import { parse } from "/web/js/common/money.js";
import { countdown, isRaised, shared, split } from "/web/js/common/signs.js";
import { asMicrometres, asMillimetres, foundBy, told } from "/web/js/supervisor/checklist.js";
import { sayDice } from "/web/js/supervisor/upkeep.js";
import { countResults, hotAndCold } from "/web/js/wall/counts.js";
import { check } from "./check.js";

export { results } from "./check.js";

check("dollars", parse("5"), 500);
check("cents", parse("1,234.5"), 123450);
check("no amount", ["", "x", "-5", "1.234", "5."].map(parse), [null, null, null, null, null]);

check("a higher minimum is raised", isRaised([1000, null, 0], [500, null, 0]), true);
check("a higher unit is raised", isRaised([500, null, 500], [500, null, 0]), true);
check("a lower minimum is not", isRaised([100, 5000, 0], [500, 50000, 0]), false);
check(
  "split by what needs a notice",
  split(
    { a: [1000, 50000, 0], b: [500, 40000, 0], c: [500, null, 0] },
    { a: [500, 50000, 0], b: [500, 50000, 0], c: [500, null, 0] },
  ),
  { now: { b: [500, 40000, 0] }, later: { a: [1000, 50000, 0] } },
);
check("what most wagers share", shared({ a: [5, 9, 0], b: [1, 9, 0], c: [1, 9, 0] }, ["a", "b", "c"]), {
  all: [1, 9, 0],
  others: ["a"],
});
check("a sign with nothing on it", shared({}, ["a", "b"]), { all: [0, null, 0], others: [] });
check("countdown", [countdown(1200e6, 0), countdown(61e6, 1e6), countdown(0, 5)], ["20:00", "1:00", "0:00"]);
check(
  "limits in words",
  [
    [500, null, 100],
    [0, 5000],
    [0, null, 0],
  ].map(sayLimit),
  ["5 to no maximum, units of 1", "up to 50", "no limits"],
);
check(
  "one player's own limits",
  sayOwn({ field: [500, 9000, 0], horn: [500, 9000, 0], come: [0, 5000, 0] }, (wager) => wager.toUpperCase()),
  "5 to 90 on FIELD, HORN; up to 50 on COME",
);
check(
  "own limits for many wagers",
  sayOwn(Object.fromEntries(["a", "b", "c", "d"].map((wager) => [wager, [500, 9000, 0]])), String),
  "5 to 90",
);

const counts = countResults([{ result: [3, 4] }, { result: [5, 2] }, { result: [1, 1], reversed: "misread" }]);
check("counts leave out what was taken back", [...counts], [[7, 2]]);
check(
  "hot and cold",
  hotAndCold(
    new Map([
      [0, 3],
      ["00", 1],
    ]),
    [0, "00", 1, 2],
  ),
  { hot: [0], cold: 2 },
);
check(
  "dice",
  sayDice({ bowl: [3, 4], hand: [1, 2], lost: [], unchecked: [5], waiting: [] }),
  "Dice: C, D in the bowl; A, B with the shooter; E to be checked",
);

check("millimetres as micrometres", ["750", "19.05", "17,001", "0.5"].map(asMicrometres), [750000, 19050, 17001, 500]);
check("no length", ["", "x", "-1", "1.2345", "1e3"].map(asMicrometres), [null, null, null, null, null]);
check("micrometres as millimetres", [750000, 19050, 17001, 500].map(asMillimetres), ["750", "19.05", "17.001", "0.5"]);
check(
  "what is told",
  [told("count", "7"), told("count", "seven"), told("choice", ""), told("choice", "brass")],
  [7, null, null, "brass"],
);
check(
  "what was found of an item",
  foundBy([
    { name: "diameter", kind: "length", each: 0, texts: ["21"] },
    { name: "sides", kind: "count", each: 2, texts: ["7", "7"] },
    { name: "made", kind: "choice", each: 0, texts: [""] },
    { name: "colours", kind: "several", several: true, texts: ["red", "blue"] },
    { name: null, texts: [" B-1 "] },
  ]),
  { serials: ["B-1"], values: { diameter: 21000, sides: [7, 7], colours: ["red", "blue"] } },
);
