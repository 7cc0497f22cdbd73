import { inStrip, stackOf, useChips } from "/web/js/common/chips.js";
import { check } from "./check.js";

export { results } from "./check.js";

const theirs = (width, own, others) => inStrip(width, 18, own, others).theirs;
check("alone there is a chip and its amount", inStrip(50, 18, "5", null).own, 31.5);
check("a long amount keeps to its room, over its chip", inStrip(50, 18, "1,250", null).own, 50);
check("of the others' chips the amount is left beside one's own", theirs(60, "5", "25"), false);
check("in a wider strip both are whole", theirs(100, "5", "25"), true);
check("one's own chip goes before all of the others'", theirs(48, "125", "250"), null);
check("others alone are said as well", theirs(30, null, "1,250"), false);
useChips([100, 500, 2500].map((cents) => ({ cents })));
check("the fewest chips", stackOf(3600), [2500, 500, 500, 100]);
