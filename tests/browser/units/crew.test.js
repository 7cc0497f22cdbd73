import { useChips } from "/web/js/common/chips.js";
import { parse } from "/web/js/common/money.js";
import { does } from "/web/js/crew/ahead.js";
import { counted } from "/web/js/crew/chippile.js";
import { ways } from "/web/js/crew/crewchips.js";
import { say } from "/web/js/crew/entrypanel.js";
import { doneWith } from "/web/js/crew/guide.js";
import { choose } from "/web/js/crew/room.js";
import { twoDice } from "/web/js/crew/trouble.js";
import { check } from "./check.js";

export { results } from "./check.js";

useChips([10000, 2500, 500, 100].map((cents) => ({ cents })));
check("chips as a dealer counts them out", counted(18600), [
  [10000, 1],
  [2500, 3],
  [500, 2],
  [100, 1],
]);
check("nothing to count", counted(0), []);
check("amounts that people type", ["25", "25.00", "1,000.50", " 5 "].map(parse), [2500, 2500, 100050, 500]);
check("what is not an amount", ["", "five", "5.", "-5", "1e3", "5.000"].map(parse), [
  null,
  null,
  null,
  null,
  null,
  null,
]);
const stakes = [3, 1, 2].map((seat) => ({ seat, stake: 500 * seat, working: true }));
const labels = (/** @type {{ lying: { label: string }[] }} */ { lying }) => lying.map(({ label }) => label);
check("each seat's chips with its amount, by seat", labels(ways(stakes, null, null)[0]), ["1: 5", "2: 10", "3: 15"]);
check("where there is no room, all but the seat in hand together", labels(ways(stakes, 2, null)[2]), ["2: 10", "20"]);
check("and then without the number of the seat", labels(ways(stakes, 2, null)[4]), ["10", "20"]);
const paid = { seat: 4, stake: 500, outcome: "won", winnings: 700, working: true };
check("what is to be paid is no sum with what lies", labels(ways([...stakes, paid], null, null)[2]), ["30", "+7"]);
check(
  "places apart from each other, as a page is read",
  choose(
    [
      [10, 0],
      [12, 0],
      [0, 0],
      [0, 9],
    ],
    [8, 8],
    3,
  ),
  [
    [0, 0],
    [10, 0],
    [0, 9],
  ],
);
check("dice and numbers in words", [say([3, 4]), say("00"), say(0)], ["3 and 4", "00", "0"]);
check(
  "what is done with a line",
  [
    doneWith({ result: "win", winnings: 700, returned: 500, stake: 500 }),
    doneWith({ result: "win", winnings: 700, returned: 0, stake: 500 }),
    doneWith({ result: "win", winnings: 6600, returned: 200, stake: 800 }),
    doneWith({ result: "lose", winnings: 0, returned: 0, stake: 500 }),
    doneWith({ result: "lose", winnings: 0, returned: 250, stake: 500 }),
    doneWith({ result: "draw", winnings: 0, returned: 500, stake: 500 }),
  ],
  [
    "pay 7.00 + stake",
    "take 5.00, pay 7.00",
    "take 6.00, pay 66.00, give back 2.00",
    "take 5.00",
    "take 2.50, give back 2.50",
    "give back 5.00",
  ],
);
check(
  "a tab tells what is taken and what is paid apart",
  [
    does({ take: 3000, pay: 1000 }),
    does({ take: 3000, pay: 0 }),
    does({ take: 0, pay: 1000 }),
    does({ take: 0, pay: 0 }),
  ],
  [
    [
      ["take", "−30.00"],
      ["pay", "+10.00"],
    ],
    [["take", "−30.00"]],
    [["pay", "+10.00"]],
    [["", "back"]],
  ],
);
check("what a display shows", ["34", "3 4", "3-4"].map(twoDice), [
  [3, 4],
  [3, 4],
  [3, 4],
]);
check("what no dice show", ["", "7", "37", "345", "0 1"].map(twoDice), [null, null, null, null, null]);
