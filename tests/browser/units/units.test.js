import { neighbours } from "/web/js/player/shortcuts.js";
import { fullUnit, raised, shortOfFull, upTo } from "/web/js/player/units.js";
import { check } from "./check.js";

export { results } from "./check.js";

const card = {
  "place:6": { name: "Place on 6", full: 6, full_on: {} },
  odds: { name: "Odds", full: 10, full_on: { 4: 1, 6: 5, 9: 2 } },
};
check("place 6 in sixes", fullUnit(card["place:6"], 100), 600);
check(
  "odds by the point",
  [4, 6, 9].map((point) => fullUnit(card.odds, 100, point)),
  [100, 500, 200],
);
check("odds without a point say nothing", fullUnit(card.odds, 100, null), 100);
check("up to", [upTo(500, 600), upTo(600, 600), upTo(601, 600)], [600, 600, 1200]);
const stake = { seat: 1, wager: "place", on: 6, stake: 500 };
check(
  "what is missing",
  shortOfFull(card, [stake, { ...stake, seat: 2 }], 1, 100, null).map((p) => p.amount),
  [100],
);
check("nothing missing", shortOfFull(card, [{ ...stake, stake: 1200 }], 1, 100, null), []);
check("neighbours run around the wheel", neighbours([0, 32, 15, 19, 4, 21], 0), [4, 21, 0, 32, 15]);
const horn = { name: "Horn Bet", units: 4 };
check("a wager that goes by fours says so", raised(horn, [0, null, 0], 100, 800), "Horn Bet goes by 4.00: 8.00 placed");
check(
  "and one with a minimum",
  raised({ name: "Win Line" }, [1000, null, 0], 100, 1000),
  "Win Line takes 10.00 or more: 10.00 placed",
);
