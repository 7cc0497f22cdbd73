import { DiceEntry, HALF_ENTRY_MS, NumberEntry } from "/web/js/crew/entry.js";
import { check } from "./check.js";

export { results } from "./check.js";

let due = null;
const later = {
  later: (act, ms) => {
    due = { act, ms };
    return 1;
  },
  never: () => {
    due = null;
  },
};
const dice = new DiceEntry(() => {}, later);
dice.press("7");
check("no die shows 7", dice.dice, []);
dice.press("3");
check("half an entry waits two seconds", [dice.whole, due.ms], [false, HALF_ENTRY_MS]);
due.act();
check("then it is forgotten", dice.dice, []);
dice.press("3");
dice.press("4");
check("whole", [dice.whole, dice.dice, due], [true, [3, 4], null]);
dice.press("5");
check("a third key begins anew", dice.dice, [5]);
dice.press("Backspace");
check("taken back", dice.dice, []);
dice.press("3");
dice.press("4");
dice.press("Backspace");
check("what is left when one is taken back waits two seconds too", [dice.dice, due?.ms], [[3], HALF_ENTRY_MS]);
due?.act();
check("and is forgotten", dice.dice, []);
check("not ours", dice.press("x"), false);

const wheel = new NumberEntry([0, "00", 1, 2, 3, 17, 36], () => {}, later);
wheel.press("9");
check("no such pocket", wheel.text, "");
wheel.press("1");
wheel.press("7");
check("seventeen", [wheel.whole, wheel.pocket], [true, 17]);
wheel.press("3");
check("begins anew when nothing longer is there", wheel.text, "3");
wheel.clear();
wheel.press("0");
wheel.press("0");
check("double zero", wheel.pocket, "00");

wheel.clear();
wheel.press("1");
check("digits belong together for two seconds", due.ms, HALF_ENTRY_MS);
due.act();
wheel.press("7");
check("a later digit begins a new number, and no pocket 7 is on this wheel", wheel.text, "1");
wheel.press("2");
check("one that is on it replaces the old", wheel.text, "2");
wheel.choose("00");
wheel.press("1");
check("from the pad it is whole: a key begins anew", wheel.text, "1");
wheel.press("Escape");
check("taken back", [wheel.empty, wheel.whole], [true, false]);
const real = new DiceEntry(() => {});
real.press("2");
real.press("5");
check("with the browser's own timers", real.dice, [2, 5]);
