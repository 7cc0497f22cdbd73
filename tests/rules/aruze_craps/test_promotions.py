"""Aruze Craps section 5: promotional prizes."""

from __future__ import annotations

from feltwork.games.promotion import DAY
from tests.rules import promotions as check

BOOK = "aruze-craps"


def test_1_1_promotional_prize_s() -> None:
    check.by_chance(BOOK)


def test_5_1() -> None:
    check.offered(BOOK, "5.1")


def test_5_2() -> None:
    check.scrutineer(BOOK, "5.2")


def test_5_3() -> None:
    check.alternative(BOOK, "5.3", barred=("casino dollars",), stated=False)


def test_5_4() -> None:
    check.never_cash(BOOK, "5.4")


def test_5_5() -> None:
    check.any_barred(BOOK, "5.5")


def test_5_5_1() -> None:
    check.barred(BOOK, "5.5.1", "cigar", "tobacco")


def test_5_5_2() -> None:
    check.barred(BOOK, "5.5.2", "gun", "imitation firearm", "ammunition")


def test_5_5_3() -> None:
    check.barred(BOOK, "5.5.3", "crossbow", "weapon")


def test_5_5_4() -> None:
    check.liquor(BOOK, "5.5.4")


def test_5_5_5() -> None:
    check.prescribed(BOOK, "5.5.5")


def test_5_6() -> None:
    check.available(BOOK, "5.6")


def test_5_7() -> None:
    check.any_item(BOOK, "5.7")


def test_5_7_1() -> None:
    check.item(BOOK, "5.7.1", "manner")


def test_5_7_2() -> None:
    check.item(BOOK, "5.7.2", "awarded")


def test_5_7_3() -> None:
    check.item(BOOK, "5.7.3", "eligible")
    check.own_entry(BOOK, "5.7.3")


def test_5_7_4() -> None:
    check.wager(BOOK, "5.7.4")


def test_5_7_5() -> None:
    check.item(BOOK, "5.7.5", "nature")


def test_5_7_6() -> None:
    check.closing(BOOK, "5.7.6")


def test_5_7_7() -> None:
    check.place_and_time(BOOK, "5.7.7")


def test_5_7_8() -> None:
    check.claiming(BOOK, "5.7.8")


def test_5_7_9() -> None:
    check.item(BOOK, "5.7.9", "told")


def test_5_7_10() -> None:
    check.item(BOOK, "5.7.10", "published")


def test_5_7_11() -> None:
    check.details(BOOK, "5.7.11")


def test_5_7_11_1_i() -> None:
    check.extra(BOOK, "5.7.11.1(i)", "machinery", "make")


def test_5_7_11_1_ii() -> None:
    check.extra(BOOK, "5.7.11.1(ii)", "machinery", "model")


def test_5_7_11_1_iii() -> None:
    check.extra(BOOK, "5.7.11.1(iii)", "machinery", "accessories")


def test_5_7_11_2_i() -> None:
    check.extra(BOOK, "5.7.11.2(i)", "vehicle", "make")


def test_5_7_11_2_ii() -> None:
    check.extra(BOOK, "5.7.11.2(ii)", "vehicle", "model")


def test_5_7_11_2_iii() -> None:
    check.extra(BOOK, "5.7.11.2(iii)", "vehicle", "accessories")


def test_5_7_11_2_iv() -> None:
    check.extra(BOOK, "5.7.11.2(iv)", "vehicle", "on-road costs")


def test_5_7_11_3_i() -> None:
    check.extra(BOOK, "5.7.11.3(i)", "travel", "persons")


def test_5_7_11_3_ii() -> None:
    check.extra(BOOK, "5.7.11.3(ii)", "travel", "included")


def test_5_7_11_3_iii() -> None:
    check.extra(BOOK, "5.7.11.3(iii)", "travel", "restrictions")


def test_5_7_11_3_iv() -> None:
    check.extra(BOOK, "5.7.11.3(iv)", "travel", "spending money")


def test_5_7_11_4_i() -> None:
    check.extra(BOOK, "5.7.11.4(i)", "real estate", "dwelling")


def test_5_7_11_4_ii() -> None:
    check.extra(BOOK, "5.7.11.4(ii)", "real estate", "plans")


def test_5_7_11_4_iii() -> None:
    check.extra(BOOK, "5.7.11.4(iii)", "real estate", "contract")


def test_5_7_11_4_iv() -> None:
    check.extra(BOOK, "5.7.11.4(iv)", "real estate", "easements")


def test_5_7_11_4_v() -> None:
    check.extra(BOOK, "5.7.11.4(v)", "real estate", "address")


def test_5_7_11_4_vi() -> None:
    check.extra(BOOK, "5.7.11.4(vi)", "real estate", "included")


def test_5_8() -> None:
    check.told_in_time(BOOK, "5.8")
    check.told_before_redraw(BOOK, "5.8")


def test_5_8_1() -> None:
    check.told_by(BOOK, "5.8.1", "face-to-face")


def test_5_8_2() -> None:
    check.told_by(BOOK, "5.8.2", "mail")


def test_5_8_3() -> None:
    check.told_by(BOOK, "5.8.3", "telephone")


def test_5_8_4() -> None:
    check.told_by(BOOK, "5.8.4", "email")


def test_5_9() -> None:
    check.submitted(BOOK, "5.9", "the NICC")


def test_5_9_1() -> None:
    check.amended_and_submitted_again(BOOK, "5.9.1")


def test_5_10() -> None:
    check.reasons(BOOK, "5.10")


def test_5_10_1() -> None:
    check.denied(BOOK, "5.10.1")


def test_5_11() -> None:
    check.disputed(BOOK, "5.11")


def test_5_12() -> None:
    check.integrity(BOOK, "5.12", "the Inspector", 2 * DAY)
