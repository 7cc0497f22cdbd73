import { money, parse, short, spotKey } from "/web/js/common/money.js";
import { check } from "./check.js";

export { results } from "./check.js";

check("cents", money(5), "0.05");
check("thousands", money(123456789), "1,234,567.89");
check("below zero", money(-150), "−1.50");
check("short without cents", short(2500), "25");
check("short with cents", short(2550), "25.50");
check("typed as it is printed", [parse("1,000"), parse("$1,234,567.89"), parse(" 25 ")], [100000, 123456789, 2500]);
check(
  "a comma never begins the cents",
  [parse("12,50"), parse("1,0000"), parse(",5"), parse("1,23,456")],
  [null, null, null, null],
);
check(
  "no amounts",
  [parse(""), parse("-5"), parse("1e9"), parse("12.345"), parse("1234567890")],
  [null, null, null, null, null],
);
check("spot of a line", spotKey("win-line", null), "win-line");
check("spot of a number", spotKey("place", 6), "place:6");
check("spot of numbers", spotKey("split", [0, "00"]), "split:0-00");
