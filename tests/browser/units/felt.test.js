import { inStrip, stackOf, useChips } from "/web/js/common/chips.js";
import { check } from "./check.js";

export { results } from "./check.js";

const shown = (width, own, others) => {
  const { mine, theirs } = inStrip(width, 18, own, others);
  return [mine, theirs];
};
check("alone there is a chip and its amount", shown(50, "5", null), [true, true]);
check("a long amount lies alone", shown(50, "1,250", null)[0], false);
check("both amounts are said before any chip is drawn", shown(48, "5", "25"), [false, false]);
check("in a wider strip both are whole", shown(100, "5", "25"), [true, true]);
check("one's own amount goes before the others'", shown(48, "125", "250"), [false, null]);
check("others alone are said as well", shown(30, null, "1,250"), [false, false]);
useChips([100, 500, 2500].map((cents) => ({ cents })));
check("the fewest chips", stackOf(3600), [2500, 500, 500, 100]);
