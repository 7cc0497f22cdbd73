"""The trainer in the terminal: what is typed, what is answered, and money to the cent."""

from __future__ import annotations

import pytest

from feltwork.games import open_book
from feltwork.table.play.state import TableRules
from feltwork.table.play.table import open_table
from feltwork.train.codes import code_of, find_spot
from feltwork.train.drawing import coloured, draw
from feltwork.train.player import Game
from feltwork.train.solo import SEAT
from tests.train.commands import TABLES, typed

BOOKS = [
    open_book("star-craps"),
    open_book("crown-craps"),
    open_book("crown-craps", variant="mini"),
    open_book("aruze-craps"),
    open_book("star-roulette"),
    open_book("star-roulette", wheel="double", lucky_ball=True),
    open_book("dragon-fire"),
]


def game_of(number: int = 0, cash: int = 100_000, seed: int = 1) -> Game:
    return Game(BOOKS[number], TableRules(BOOKS[number].default_chip), cash, seed)


def play(game: Game, *lines: str) -> str:
    return "\n".join(text for line in lines for text in game.answer(line))


def test_a_session_is_explained_and_ends_as_the_same_table_from_python() -> None:
    game = game_of()
    said = play(game, "wl 10", "r 4-2", "o 20", "p8 10", "r 5-3", "r 3-3")
    assert "Dice 4-2, total 6, the point is 6" in said
    assert "10.00 at 7 to 6 is 11.66 2/3 (8.1[Place to Win 8]); in chips of 1.00 that is 12.00 (6.7)" in said
    assert "20.00 at 6 to 5 is 24.00" in said
    table = open_table("star-craps", seats={1: "1000.00"}, smallest_chip="1.00")
    table.bet(1, "win-line", "10.00")
    table.roll(4, 2)
    table.bet(1, "behind-win-line", "20.00")
    table.bet(1, "place-to-win", "10.00", on=8)
    table.roll(5, 3)
    table.roll(3, 3)
    assert game.table.state.balances[SEAT] == table.state.balances[1]
    assert game.closing()[1].startswith(f"You hold {table.balance(1)}: 46.00 up.")


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.name)
def test_every_spot_has_a_code_of_its_own(book: object) -> None:
    from feltwork.games.book import Book

    assert isinstance(book, Book)
    spots = [(wager.name, on) for wager in book.wagers.values() for on in wager.shapes]
    codes = [code_of(book, book.wagers[name], on) for name, on in spots]
    assert len(set(codes)) == len(codes)
    assert [find_spot(book, code) for code in codes] == spots


@pytest.mark.parametrize("number", range(len(BOOKS)), ids=[book.name for book in BOOKS])
def test_every_spot_is_taken_or_refused_with_its_clause_and_undone(number: int) -> None:
    game = game_of(number, cash=10_000_000)
    book = game.book
    taken = 0
    for wager in book.wagers.values():
        for on in wager.shapes:
            held = game.table.state.balances[SEAT]
            said = play(game, f"{code_of(game.book, wager, on)} 40")
            if said.startswith("Refused ("):
                assert game.table.state.balances[SEAT] == held
                continue
            taken += 1
            assert said.startswith("40.00 on "), said
            assert game.table.state.balances[SEAT] <= held - 4_000
            play(game, "undo")
            assert game.table.state.balances[SEAT] == held
            play(game, f"{code_of(game.book, wager, on)} 40")
    assert taken >= 7
    before = game.table.state.chips()
    play(game, *["r"] * 6)
    assert game.table.totals.rounds == 6
    play(game, *["undo"] * 6)
    assert game.table.state.chips() == before
    assert game.table.totals.rounds == 0


def test_a_round_taken_back_shows_the_same_again_and_a_seed_repeats() -> None:
    game = game_of(seed=9)
    first = play(game, "l 10", "r", "r", "r")
    play(game, "undo", "undo", "undo")
    assert play(game, "r", "r", "r") == first.partition("\n")[2]
    assert play(game_of(seed=9), "l 10", "r", "r", "r") == first


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        (("p6 12", "x p6"), "12.00 back from Place Bet to Win 6"),
        (("p6 12", "x p6 5"), "5.00 back from Place Bet to Win 6"),
        (("l 10", "r 4-2", "x l"), "Refused (6.4): Win Line stays up once its point is set"),
        (("l 10", "r 4-2", "o 21"), "Refused (6.1.5.1)"),
        (("d 10", "r 4-2", "o 12"), "12.00 on Behind the Don't Win: pays 5 to 6"),
        (("l 10", "r 4-2", "c 10", "r 4-4", "o8 20"), "20.00 on Behind the Come 8: pays 6 to 5"),
        (("l 10", "r 4-2", "c 10", "r 4-4"), "> Come goes to 8"),
        (("p6 p8 12",), "12.00 on Place Bet to Win 8"),
        (("p 6 12",), "12.00 on Place Bet to Win 6"),
        (("b6 20",), "20.00 on Buy 6, 1.00 commission: pays 6 to 5"),
        (("p6 12", "on p6"), "Place Bet to Win 6 is on."),
        (("l 10", "off l"), "Refused (6.6.2): Win Line cannot be called on or off"),
        (("p6 12", "l 10", "r 4-2", "x all"), "12.00 back from Place Bet to Win 6"),
        (("hn 8", "r 1-1"), "1/4 of 8.00 is 2.00; 2.00 at 33 to 1 is 66.00"),
        (("d 10", "r 1-1"), "= Don't Win: void: 10.00 goes back (6.1.2.3)"),
        (("r 4-2", "l 10"), "Refused (6.1.1): Win Line is placed only before a come out roll"),
        (("? p6",), "House edge on 6 1.5152%"),
        (("?",), "undo takes back"),
        (("p6",), "How much?"),
        (("xyz 5",), "Refused (6.1): there is no wager 'xyz'"),
        (("p6 ten",), "Refused"),
        (("p6 -5",), "Refused"),
        (("p6 99999999999999999999999",), "Refused"),
        (("p6 0",), "Refused"),
        (("l 5000",), "Refused"),
        (("r 7-7",), "two dice are written like 3-4"),
        (("undo",), "nothing to take back"),
        (("x",), "Say which"),
        (("x p6",), "Refused (not in the book): seat 1 has no Place Bet to Win on 6"),
        (("on",), "Say which"),
        (("\x1b[31m 5",), "\\x1b[31m"),
    ],
)
def test_answers_at_craps(lines: tuple[str, ...], says: str) -> None:
    game = game_of()
    said = play(game, *lines)
    assert says in said
    assert "\x1b" not in said


def test_answers_at_the_other_games() -> None:
    wheel = play(game_of(4), "n17 5", "s1-2 5", "k1 5", "st4 5", "sl1 5", "dz1 10", "red 10", "r 1", "r 40")
    assert "5.00 on Corner 1-2-4-5: pays 8 to 1" in wheel
    assert "+ Split 1-2: 5.00 at 17 to 1 is 85.00" in wheel
    assert "this wheel has no pocket '40'" in wheel
    double = play(game_of(5), "five 5", "lbred 5", "n00 5", "r 00")
    assert "5.00 on Five-line 00-0-1-2-3: pays 6 to 1" in double
    assert "boosted to super odds" in double
    assert "+ Straight Up 00: 5.00 at 35 to 1 is 175.00" in double
    dragon = play(game_of(6), "dr 10", "r 3-4", "r 1-1")
    assert "Dragon and Fire freeze" in dragon
    assert "+ Dragon: 10.00 at 1 to 1 is 10.00" in dragon


@pytest.mark.parametrize("table", TABLES, ids=" ".join)
def test_every_table_plays_from_a_pipe(
    table: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = typed(monkeypatch, capsys, ["?", "r", "nonsense", "r", "t"], "play", *table, "--seed", "4")
    assert (code, err) == (0, "")
    assert "┌" in out
    assert "> " not in out.split("\n")[-3], "no prompt in a pipe"
    assert out.rstrip().endswith("You hold 300.00: even. Seed 4.")


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.name)
def test_the_felt_fits_its_width(book: object) -> None:
    from feltwork.games.book import Book

    assert isinstance(book, Book)
    game = Game(book, TableRules(book.default_chip), 10_000_000, 1)
    for wager in book.wagers.values():
        for on in wager.shapes:
            game.answer(f"{code_of(game.book, wager, on)} 40")
    for width in (79, 80, 120, 200):
        drawn = draw(game.table.state, SEAT, width)
        boxes = [line for line in drawn if line[-1:] in "┐│┤┘┼┴"]
        assert boxes
        assert max(map(len, boxes)) <= width
        assert sum(line.count("┌") for line in drawn) == sum(line.count("└") for line in drawn)
    assert not any("│" in line for line in draw(game.table.state, SEAT, 40)), "a narrow window gets a list"
    assert any("\x1b[" in line for line in draw(game.table.state, SEAT, 80, coloured))


def test_no_colour_where_it_is_not_wanted(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setenv("NO_COLOR", "1")
    _, out, _ = typed(monkeypatch, capsys, ["p6 12", "r 4-2"], "play", "star-craps")
    assert "\x1b" not in out


def test_bad_options_are_one_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, says in (
        (("star-crap",), "did you mean"),
        (("star-craps", "--seed", "-1"), "--seed"),
        (("star-craps", "--bankroll", "0"), "nothing to stake"),
        (("star-craps", "--wheel", "double"), "for star-roulette, not star-craps"),
        (("star-craps", "--limit", "field"), "a limit is written like"),
    ):
        code, out, err = typed(monkeypatch, capsys, [], "play", *arguments)
        assert (code, out, err.count("\n")) == (2, "", 1), err
        assert says in err
