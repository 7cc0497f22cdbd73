"""A revealed round recomputes to what was recorded, and nothing else passes."""

from __future__ import annotations

import hashlib
from itertools import islice, pairwise

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from feltwork.entropy.commit import Part, RoundDraw, commit, commitment, draw_round, recompute, reveal, stream
from feltwork.entropy.mapping import DrawError

SECRET = bytes(range(32))
KINDS = ("two-dice", "pocket:37", "pocket:38", "distinct:38", "boost", "boost:1/1000")
DRAWN = draw_round(commit("t7-42", SECRET), SECRET, ("ann", "bob"), KINDS)
REVEALED = reveal(DRAWN, SECRET)


def hmac_by_hand(key: bytes, message: bytes) -> bytes:
    """HMAC as RFC 2104 writes it."""
    inner, outer = (bytes(k ^ pad for k in key.ljust(64, b"\0")) for pad in (0x36, 0x5C))
    return hashlib.sha256(outer + hashlib.sha256(inner + message).digest()).digest()


def test_the_stream_is_hmac_over_round_nonces_and_counter() -> None:
    message = b"t7-42\x1fann\x1fbob"
    expected = b"".join(hmac_by_hand(SECRET, message + bytes(7) + bytes([n])) for n in range(9))
    assert bytes(islice(stream(SECRET, "t7-42", ("ann", "bob")), 9 * 32)) == expected
    assert bytes(islice(stream(SECRET, "t7-42", ()), 32)) == hmac_by_hand(SECRET, b"t7-42\x1f" + bytes(8))


def test_known_answers() -> None:
    assert (
        RoundDraw(
            "t7-42",
            "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd",
            ("ann", "bob"),
            "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
            (
                Part("two-dice", (3, 4), 2),
                Part("pocket:37", (34,), 1),
                Part("pocket:38", (7,), 2),
                Part("distinct:38", (4, 17, 7, 18), 4),
                Part("boost", ("red", "super"), 1),
                Part("boost:1/1000", ("green", "super"), 3),
            ),
            1,
        )
        == REVEALED
    )
    assert recompute(REVEALED) == REVEALED.drawn
    first = "708bcdee2f1d60306f235711a4ededcecb759231ff383bd3559b679feaf1fa71"  # by openssl dgst -mac HMAC
    assert bytes(islice(stream(SECRET, "t7-42", ("ann", "bob")), 32)).hex() == first


def test_a_record_survives_json() -> None:
    assert msgspec.json.decode(msgspec.json.encode(REVEALED), type=RoundDraw) == REVEALED


def test_the_secret_stays_out_until_it_is_revealed() -> None:
    assert commit("t7-42", SECRET).secret == DRAWN.secret == ""
    with pytest.raises(DrawError, match=r"^round t7-42: the secret is not revealed yet$"):
        recompute(DRAWN)
    with pytest.raises(DrawError, match=r"^round t7-42: the secret does not match the commitment$"):
        reveal(DRAWN, bytes(32))


def forged(place: int, **changes: object) -> RoundDraw:
    parts = list(REVEALED.drawn)
    parts[place] = replace(parts[place], **changes)
    return replace(REVEALED, drawn=tuple(parts))


@pytest.mark.parametrize(
    ("draw", "line"),
    [
        (replace(REVEALED, secret="00" * 32), "round t7-42: the secret does not match the commitment"),
        (replace(REVEALED, commitment="00" * 32), "round t7-42: the secret does not match the commitment"),
        (replace(REVEALED, secret="00"), "round t7-42: the secret is not 32 bytes in hex"),
        (replace(REVEALED, secret="zz" * 32), "round t7-42: the secret is not 32 bytes in hex"),
        (replace(REVEALED, mapping=2), "round t7-42: drawn with mapping 2, this is mapping 1"),
        (
            forged(0, outcome=(6, 6)),
            "round t7-42: two-dice was recorded as 6 6 (2 bytes), the secret gives 3 4 (2 bytes)",
        ),
        (forged(1, outcome=(0,)), "round t7-42: pocket:37 was recorded as 0 (1 byte), the secret gives 34 (1 byte)"),
        (forged(2, used=1), "round t7-42: pocket:38 was recorded as 7 (1 byte), the secret gives 7 (2 bytes)"),
        (
            forged(5, kind="boost:1/1"),
            "round t7-42: boost:1/1 was recorded as green super (3 bytes), the secret gives green mega (1 byte)",
        ),
        (
            forged(0, kind="dice"),
            "dice is no kind of draw: two-dice, pocket:37, distinct:38, boost or boost:1/1000",
        ),
        (
            replace(REVEALED, nonces=("ann", "bo\x1fb")),
            "a nonce is 1 to 200 printable ASCII characters, not 'bo\\x1fb'",
        ),
    ],
)
def test_what_does_not_hold_is_one_clear_line(draw: RoundDraw, line: str) -> None:
    with pytest.raises(DrawError) as caught:
        recompute(draw)
    assert str(caught.value) == line


@pytest.mark.parametrize(
    "change",
    [
        {"round_id": "t7-43"},
        {"nonces": ()},
        {"nonces": ("bob", "ann")},
        {"nonces": ("annbob",)},
        {"drawn": REVEALED.drawn[::-1]},
        {"drawn": REVEALED.drawn[1:]},
    ],
    ids=str,
)
def test_every_field_counts(change: dict[str, object]) -> None:
    with pytest.raises(DrawError, match="was recorded as"):
        recompute(replace(REVEALED, **change))


def test_a_round_is_drawn_further_but_never_again() -> None:
    first = draw_round(commit("t7-42", SECRET), SECRET, ("ann", "bob"), KINDS[:2])
    assert draw_round(first, SECRET, ("ann", "bob"), KINDS) == DRAWN
    for before, nonces, kinds, why in (
        (first, ("ann",), KINDS, "nonces cannot change once something was drawn"),
        (first, ("ann", "bob"), KINDS[1:], "what was drawn cannot be drawn again otherwise"),
        (first, ("ann", "bob"), KINDS[:1], "what was drawn cannot be drawn again otherwise"),
        (REVEALED, ("ann", "bob"), KINDS, "the secret is revealed, nothing more can be drawn"),
    ):
        with pytest.raises(DrawError, match=f"^round t7-42: {why}$"):
            draw_round(before, SECRET, nonces, kinds)
    with pytest.raises(DrawError, match=r"^round t7-42: the secret does not match the commitment$"):
        draw_round(first, bytes(32), ("ann", "bob"), KINDS)


def test_a_round_that_drew_nothing_can_be_revealed() -> None:
    assert recompute(reveal(commit("void", SECRET), SECRET)) == ()


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_secret_has_32_bytes(size: int) -> None:
    for asked in (commitment, lambda secret: stream(secret, "t7-42", ()), lambda secret: commit("t7-42", secret)):
        with pytest.raises(DrawError, match=rf"^a secret has 32 bytes, not {size}$"):
            asked(bytes(size))


@pytest.mark.parametrize("text", ["", "a\x1fb", "a\nb", "é", "\ud800", "x" * 201])
def test_round_ids_and_nonces_are_plain_text(text: str) -> None:
    with pytest.raises(DrawError, match=r"^a round id is 1 to 200 printable ASCII characters, not "):
        commit(text, SECRET)
    with pytest.raises(DrawError, match=r"^a nonce is 1 to 200 printable ASCII characters, not "):
        draw_round(commit("t7-42", SECRET), SECRET, (text,), KINDS)


PLAIN = st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E), min_size=1, max_size=12)
ROUNDS = st.tuples(PLAIN, st.lists(PLAIN, max_size=4).map(tuple))


@given(st.lists(ROUNDS, min_size=2, max_size=6, unique=True))
def test_no_two_rounds_run_together_into_the_same_bytes(rounds: list[tuple[str, tuple[str, ...]]]) -> None:
    for one, other in pairwise(rounds):
        assert bytes(islice(stream(SECRET, *one), 32)) != bytes(islice(stream(SECRET, *other), 32))


@given(st.binary(min_size=32, max_size=32), ROUNDS, st.lists(st.sampled_from(KINDS), max_size=6))
def test_every_round_recomputes(secret: bytes, named: tuple[str, tuple[str, ...]], kinds: list[str]) -> None:
    drawn = draw_round(commit(named[0], secret), secret, named[1], kinds)
    assert recompute(reveal(drawn, secret)) == drawn.drawn
