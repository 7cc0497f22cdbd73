import { Bets, merged, oddsFor } from "/web/js/bets.js";
import { check } from "./check.js";
export { results } from "./check.js";

const line = { wager: "win-line", on: null, amount: 1000 };
const place = { wager: "place", on: 6, amount: 1200 };

const bets = new Bets(1);
check("nothing to undo", bets.undo(), null);
bets.placed([line]);
bets.placed([place]);
check("undo takes the last step", bets.undo(), [{ type: "remove-wager", seat: 1, wager: "place", on: 6, amount: 1200 }]);
check("redo puts it back", bets.redo(), [{ type: "place-wager", seat: 1, wager: "place", amount: 1200, on: 6 }]);
check("redo is used up", bets.redo(), null);
bets.refused(bets.undo());
check("what was not taken back is not put down again", bets.redo(), null);
check("and may still be taken back", bets.undo()[0].wager, "place");
bets.refused(bets.redo());
check("what was not put up again is not taken back", bets.undo()[0].wager, "win-line");
bets.placed([line, place]);
bets.refused(bets.undo().slice(0, 1));
check("of a step, what went is put up again", bets.redo(), [{ type: "place-wager", seat: 1, wager: "place", amount: 1200, on: 6 }]);
bets.placed([{ ...line, instrument: "tokens" }]);
bets.undo();
check("tokens are put up again as tokens", bets.redo()[0].instrument, "tokens");
bets.resulted([line, place]);
check("after a result nothing is undone", bets.undo(), null);
check("rebet what it decided", bets.rebet([]), [line, place]);
check("rebet leaves out what lies", bets.rebet([{ seat: 1, wager: "win-line", on: null, stake: 1000 }]), [place]);
bets.resulted([]);
check("a result that decided nothing keeps the last ones", bets.rebet([]), [line, place]);

for (let i = 0; i < 15; i += 1) bets.placed([{ ...line, amount: i }]);
let undone = 0;
while (bets.undo()) undone += 1;
check("ten steps", undone, 10);

check("merged", merged([line, line, place]), [{ ...line, amount: 2000 }, place]);
check("double", bets.double([{ seat: 1, wager: "come", on: 6, placed_on: null, stake: 500 }, { seat: 2, wager: "x", on: null, stake: 1 }]), [{ wager: "come", on: 6, amount: 500 }]);

const card = {
  "odds": { wager: "odds", on: null, parent: "win-line", title: "Odds", pays: "6 to 5 or 2 to 1", full: 10, full_on: { 4: 1, 6: 5 } },
  "behind:6": { wager: "behind", on: 6, parent: "come", title: "Behind", pays: "6 to 5", full: 5, full_on: {} },
};
check("odds need a point", oddsFor(card, [{ seat: 1, wager: "win-line", on: null }], 1, null), []);
check("odds on 6 in fives", oddsFor(card, [{ seat: 1, wager: "win-line", on: null }], 1, 6)[0].unit, 5);
check("odds on 4 in ones", oddsFor(card, [{ seat: 1, wager: "win-line", on: null }], 1, 4)[0].unit, 1);
check("odds behind a come point of its own", oddsFor(card, [{ seat: 1, wager: "come", on: 6 }], 1, 4).map((r) => [r.wager, r.on, r.unit]), [["behind", 6, 5]]);
