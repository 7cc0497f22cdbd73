import { money, short, spotKey } from "/web/js/money.js";
import { check } from "./check.js";
export { results } from "./check.js";

check("cents", money(5), "0.05");
check("thousands", money(123456789), "1,234,567.89");
check("below zero", money(-150), "−1.50");
check("short without cents", short(2500), "25");
check("short with cents", short(2550), "25.50");
check("spot of a line", spotKey("win-line", null), "win-line");
check("spot of a number", spotKey("place", 6), "place:6");
check("spot of numbers", spotKey("split", [0, "00"]), "split:0-00");
