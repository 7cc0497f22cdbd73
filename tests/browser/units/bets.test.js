import { Bets, merged, oddsFor, partsOf } from "/web/js/player/bets.js";
import { check } from "./check.js";

export { results } from "./check.js";

const line = { wager: "win-line", on: null, amount: 1000 };
const place = { wager: "place", on: 6, amount: 1200 };

const lies = [
  { seat: 1, wager: "win-line", on: null, stake: 2000 },
  { seat: 1, wager: "place", on: 6, stake: 1200 },
];
const commands = (turned) => turned?.commands ?? null;

const bets = new Bets(1);
check("nothing to undo", bets.undo(lies), null);
bets.placed([line]);
bets.placed([place]);
check("undo takes the last step", commands(bets.undo(lies)), [
  { type: "remove-wager", seat: 1, wager: "place", on: 6, amount: 1200 },
]);
check("redo puts it back", commands(bets.redo(lies)), [
  { type: "place-wager", seat: 1, wager: "place", amount: 1200, on: 6 },
]);
check("redo is used up", bets.redo(lies), null);
const refusing = (turned, parts = turned.step.parts) => bets.refused(turned.step, parts);
refusing(bets.undo(lies));
check("what was not taken back is not put down again", bets.redo(lies), null);
check("and stands in nothing's way", commands(bets.undo(lies))[0].wager, "win-line");
refusing(bets.redo(lies));
check("what was not put up again is not taken back", bets.undo(lies), null);
bets.placed([line, place]);
const both = bets.undo(lies);
refusing(both, both.step.parts.slice(0, 1));
check("of a step, what went is put up again", commands(bets.redo([])), [
  { type: "place-wager", seat: 1, wager: "place", amount: 1200, on: 6 },
]);
bets.placed([{ ...line, instrument: "tokens" }]);
bets.undo(lies);
check("tokens are put up again as tokens", commands(bets.redo(lies))[0].instrument, "tokens");
bets.moved();
bets.placed([line]);
bets.placed([place]);
check("what somebody else took away is passed over", commands(bets.undo(lies.slice(0, 1)))[0].wager, "win-line");
bets.moved();
bets.placed([place]);
check("of what was made less, the rest comes back", commands(bets.undo([{ ...lies[1], stake: 600 }]))[0].amount, 600);
check("and the rest goes up again", commands(bets.redo([]))[0].amount, 600);
bets.moved();
bets.placed([line]);
bets.taken([line, place]);
check(
  "what was taken down goes up again as one step",
  commands(bets.undo([])).map(({ type, wager }) => [type, wager]),
  [
    ["place-wager", "win-line"],
    ["place-wager", "place"],
  ],
);
check(
  "and comes down again",
  commands(bets.redo(lies)).map(({ type }) => type),
  ["remove-wager", "remove-wager"],
);
check("by what it was made of", partsOf({ wager: "field", on: null, placed_on: null, stake: 900, tokens: 400 }), [
  { wager: "field", on: null, amount: 500, instrument: "chips" },
  { wager: "field", on: null, amount: 400, instrument: "tokens" },
]);
check("what has travelled would begin anew", partsOf({ wager: "come", on: 6, placed_on: null, stake: 500 }), []);
bets.resulted([line, place]);
check("after a result nothing is undone", bets.undo(lies), null);
check("rebet what it decided", bets.rebet([]), [line, place]);
check("rebet leaves out what lies", bets.rebet([{ seat: 1, wager: "win-line", on: null, stake: 1000 }]), [place]);
bets.resulted([]);
check("a result that decided nothing keeps the last ones", bets.rebet([]), [line, place]);

for (let i = 0; i < 15; i += 1) bets.placed([{ ...line, amount: i + 1 }]);
let undone = 0;
while (bets.undo(lies)) undone += 1;
check("ten steps", undone, 10);

check("merged", merged([line, line, place]), [{ ...line, amount: 2000 }, place]);
check(
  "double",
  bets.double([
    { seat: 1, wager: "come", on: 6, placed_on: null, stake: 500 },
    { seat: 2, wager: "x", on: null, stake: 1 },
  ]),
  [{ wager: "come", on: 6, amount: 500 }],
);

const card = {
  odds: {
    wager: "odds",
    on: null,
    parent: "win-line",
    title: "Odds",
    pays: "6 to 5 or 2 to 1",
    full: 10,
    full_on: { 4: 1, 6: 5 },
  },
  "behind:6": { wager: "behind", on: 6, parent: "come", title: "Behind", pays: "6 to 5", full: 5, full_on: {} },
};
check("odds need a point", oddsFor(card, [{ seat: 1, wager: "win-line", on: null }], 1, null), []);
check("odds on 6 in fives", oddsFor(card, [{ seat: 1, wager: "win-line", on: null }], 1, 6)[0].unit, 5);
check("odds on 4 in ones", oddsFor(card, [{ seat: 1, wager: "win-line", on: null }], 1, 4)[0].unit, 1);
check(
  "odds behind a come point of its own",
  oddsFor(card, [{ seat: 1, wager: "come", on: 6 }], 1, 4).map((r) => [r.wager, r.on, r.unit]),
  [["behind", 6, 5]],
);
