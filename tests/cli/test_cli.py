"""The commands as a person at a terminal or a program meets them: results, refusals, bad input."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from feltwork.cli.main import COMMANDS, run

SCRIPTS = Path(__file__).parents[1] / "scripts"
LAYOUT = {
    "book": "star-craps",
    "seats": {"1": "500.00"},
    "steps": [
        {"bet": {"seat": 1, "wager": "win-line", "amount": "10.00"}},
        {"roll": [4, 2]},
        {"bet": {"seat": 1, "wager": "behind-win-line", "amount": "20.00"}},
        {"bet": {"seat": 1, "wager": "come", "amount": "10.00"}},
    ],
}


@pytest.fixture
def script(tmp_path: Path) -> Path:
    path = tmp_path / "layout.json"
    path.write_text(json.dumps(LAYOUT))
    return path


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What a command that must succeed prints on stdout."""
    code = run(arguments)
    out, err = capsys.readouterr()
    assert code == 0, err
    return out


def complaint(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The one line on stderr of a command that must fail; nothing on stdout, exit code 2."""
    code = run(arguments)
    out, err = capsys.readouterr()
    assert (code, out) == (2, ""), (code, out, err)
    assert err.startswith("feltwork: ")
    assert err.count("\n") == 1
    assert "Traceback" not in err
    return err


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["stle"], "did you mean 'settle'"),
        (["odds", "star-crap"], "did you mean 'star-craps'"),
        (["odds", "star-craps", "feild"], "did you mean 'field'"),
        (["odds", "star-craps", "--stak", "1"], "No such option"),
        (["odds", "star-craps", "--stake", "0"], "nothing to stake"),
        (["odds", "star-craps", "--stake", "0.00"], "nothing to stake"),
        (["odds", "star-craps", "--stake", "-5"], "an amount is written like 10.00"),
        (["odds", "star-craps", "--stake", "1e9"], "an amount is written like 10.00"),
        (["odds", "star-craps", "--stake", "9" * 30], "absurdly large"),
        (["odds", "star-craps", "--stake", "9" * 5000], "absurdly large"),
        (["odds", "star-craps", "--chip", "1.00"], "--chip goes with --stake"),
        (["odds", "star-craps", "--wheel", "double"], "for star-roulette"),
        (["odds", "star-roulette", "--wheel", "triple"], "triple"),
        (["odds", "star-roulette", "--mega", "1/100"], "2/225"),
        (["odds", "star-roulette", "--wheel", "double", "--mega", "1/75"], "1/75"),
        (["odds", "star-roulette", "--mega", "1"], "2/225"),
        (["odds", "star-roulette", "five-line"], "--wheel double"),
        (["odds", "star-roulette", "lucky-ball"], "--lucky-ball"),
        (["odds", "star-craps", "lottery"], "feltwork rules star-craps"),
        (["odds", "--layout", str(SCRIPTS / "star-craps-centre.json"), "--mega", "1/500"], "--mega is for"),
        (["rules", "--coverage", "--wheel", "double"], "do not change it"),
        (["diff", "star-craps", "crown-craps:maxi"], "a variant is mini"),
        (["diff", "star-roulette:mega", "star-roulette"], "Mega Odds need a probability"),
        (["diff", "star-craps", "crown-craps", "--mega", "1/500"], "--mega is for star-roulette"),
        (["settle", "no\nsuch"], "no\\nsuch"),
        (["odds", "star-roulette", "--mega", "1/00"], "between 0 and 1"),
        (["odds", "star-roulette", "--mega", "٠.٥"], "between 0 and 1"),
        (["odds", "star-roulette", "--mega", "2"], "between 0 and 1"),
        (["odds", "star-roulette", "--mega", "1/0"], "between 0 and 1"),
        (["odds", "star-roulette", "--mega", "nan"], "between 0 and 1"),
        (["odds", "star-craps", "--reading", "horn_splt=x"], "did you mean 'horn_split'"),
        (["odds", "star-craps", "--reading", "horn_split=thirds"], "is one of require_multiple"),
        (["odds", "star-craps", "--reading", "horn_split"], "NAME=VALUE"),
        (["odds", "star-craps", "--reading", "show_edges=maybe"], "is one of true, false"),
        (["odds"], "name a book"),
        (["odds", "--layout", "nowhere.json"], "No such file"),
        (["settle"], "Missing argument"),
        (["settle", "nowhere.json"], "nowhere.json: No such file"),
        (["settle", "."], "Is a directory"),
        (["rules"], "name a book"),
        (["rules", "dragonfire"], "did you mean 'dragon-fire'"),
        (["rules", "star-craps", "--by", "category"], "--by goes with --coverage"),
        (["explain", "star-craps", "6.1.99"], "no clause '6.1.99'"),
        (["explain", "star-craps", "99"], "no clause '99'"),
        (["diff", "star-craps", "star-crap"], "did you mean 'star-craps'"),
        (["diff", "star-craps"], "Missing argument"),
        (["readings", "nothing"], "no book is called"),
        (["tour", "--seed", "x"], "'x' is not a whole number"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(
    capsys: pytest.CaptureFixture[str], arguments: list[str], says: str
) -> None:
    assert says in complaint(capsys, *arguments)


NOT_SCRIPTS = [
    ("{", "bad JSON"),
    ("[]", "expected an object"),
    ('{"book": "star-craps", "book": "star-craps", "seats": {}, "steps": []}', "stands twice"),
    (
        '{"book": "star-craps", "seats": {}, "steps": [{"roll": [1, 1]}, {"bet": {"seat": 1, "seat": 1}}]}',
        "step 1: field 'bet': field 'seat' stands twice",
    ),
    ("\ufeff{}", "byte order mark"),
    ('{"book": "poker", "seats": {}, "steps": []}', "no book is called 'poker'"),
    ('{"book": 7, "seats": {}, "steps": []}', "'book'"),
    ('{"book": "star-craps", "seats": {}}', "field 'steps' is missing"),
    ('{"book": "star-craps", "seats": {}, "steps": [], "table": {"colour": "green"}}', "unknown field 'colour'"),
    ('{"book": "star-craps", "seats": {}, "steps": [], "extra": 1}', "unknown field 'extra'"),
    ('{"book": "star-craps", "seats": {"one": "1.00"}, "steps": []}', "seats.one"),
    ('{"book": "star-craps", "seats": {"1": 5}, "steps": []}', "seats.1"),
    ('{"book": "star-craps", "seats": {"1": "5"}, "steps": []}', "seats.1"),
    ('{"book": "star-craps", "seats": {"1": "-5.00"}, "steps": []}', "seats.1"),
    ('{"book": "star-craps", "seats": {"1": "1e3.00"}, "steps": []}', "seats.1"),
    ('{"book": "star-craps", "seats": {"1": "٥.٠٠"}, "steps": []}', "seats.1"),
    ('{"book": "star-craps", "seats": {}, "steps": [{"jump": 1}]}', "step 0: unknown verb 'jump'"),
    ('{"book": "star-craps", "seats": {}, "steps": [{"roll": [1, 7]}]}', "step 0: field 'roll'"),
    ('{"book": "star-craps", "seats": {}, "steps": [{"roll": [1, true]}]}', "step 0: field 'roll'"),
    ('{"book": "star-craps", "seats": {}, "steps": [{"roll": [1]}]}', "step 0: field 'roll'"),
    ('{"book": "star-craps", "seats": {}, "steps": [{}]}', "step 0: a step is one verb"),
    ('{"book": "star-craps", "seats": {}, "steps": ["roll"]}', "step 0: expected an object"),
    ('{"book": "star-craps", "seats": {}, "steps": [{"bet": {"seat": 1, "wager": "field"}}]}', "'amount' is missing"),
    (
        '{"book": "star-craps", "seats": {}, "steps": [{"bet": {"seat": "1", "wager": "field", "amount": "1.00"}}]}',
        "step 0: field 'bet.seat'",
    ),
    (
        '{"book": "star-craps", "seats": {}, "steps": [{"bet": {"seat": 1, "wager": "field", "amount": "1.5"}}]}',
        "step 0: field 'bet.amount'",
    ),
    (
        '{"book": "star-craps", "seats": {}, "steps": [{"call": {"seat": 1, "wager": "x", "on": 4.0, "working": 1}}]}',
        "step 0: field 'call.",
    ),
    ('{"book": "star-craps", "seats": {}, "steps": [{"no_roll": ""}]}', "step 0: field 'no_roll'"),
    ('{"book": "star-craps", "seats": {}, "steps": [{"no_more_bets": false}]}', "no_more_bets"),
    ('{"book": "star-craps", "variant": "mini", "seats": {}, "steps": []}', "no variant 'mini'"),
    ('{"book": "star-craps", "readings": {"nope": "x"}, "seats": {}, "steps": []}', "field 'readings.nope'"),
    ('{"book": "star-craps", "readings": {"horn_split": "x"}, "seats": {}, "steps": []}', "horn_split"),
    ('{"book": "star-craps", "table": {"smallest_chip": "0.00"}, "seats": {}, "steps": []}', "smallest_chip"),
    ('{"book": "star-craps", "table": {"wheel": "double"}, "seats": {}, "steps": []}', "wheel"),
    ('{"book": "star-craps", "table": {"limits": {"feild": {}}}, "seats": {}, "steps": []}', "did you mean 'field'"),
    ('{"book": "star-craps", "table": {"limits": {"field": {"low": "1.00"}}}, "seats": {}, "steps": []}', "low"),
    ('{"book": "star-craps", "table": {"limit_check": "maybe"}, "seats": {}, "steps": []}', "limit_check"),
    ('{"book": "star-roulette", "table": {"wheel": "triple"}, "seats": {}, "steps": []}', "triple"),
    ('{"book": "star-roulette", "table": {"lucky_ball": 1}, "seats": {}, "steps": []}', "lucky_ball"),
    ('{"book": "star-craps", "seats": {"1": NaN}, "steps": []}', "NaN"),
    ("[" * 100_000, "bad JSON"),
    ('{"book": "star-craps", "seats": {"1": ' + "9" * 5000 + '}, "steps": []}', "bad JSON"),
    ('{"book": "star-craps", "seats": {"1": "' + "9" * 5000 + '.00"}, "steps": []}', "seats.1"),
]


@pytest.mark.parametrize(("text", "says"), NOT_SCRIPTS, ids=range(len(NOT_SCRIPTS)))
def test_what_is_not_a_script_names_file_step_and_field(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str, says: str
) -> None:
    path = tmp_path / "bad.json"
    path.write_text(text)
    line = complaint(capsys, "settle", str(path))
    assert "bad.json" in line
    assert says in line


def test_a_file_that_is_not_text(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    path.write_bytes(b"\xff\xfe\x00")
    assert "not UTF-8" in complaint(capsys, "settle", str(path))


def test_one_bad_file_among_many_plays_nothing(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, script: Path
) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text("{}")
    assert "bad.json" in complaint(capsys, "settle", "--json", str(script), str(bad))


def test_what_the_table_would_not_take_is_a_refused_step(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    steps = [
        {"bet": {"seat": 1, "wager": "lottery", "amount": "1.00"}},
        {"bet": {"seat": 9, "wager": "red", "amount": "1.00"}},
        {"bet": {"seat": 1, "wager": "split", "on": [5, 5], "amount": "1.00"}},
        {"bet": {"seat": 1, "wager": "straight", "on": "00", "amount": "1.00"}},
        {"bet": {"seat": 1, "wager": "red", "amount": "0.50"}},
        {"bet": {"seat": 1, "wager": "red", "amount": "0.00"}},
        {"bet": {"seat": 1, "wager": "red", "amount": "999999.00"}},
        {"bet": {"seat": 1, "wager": "red", "on": 3, "amount": "1.00"}},
        {"bet": {"seat": -1, "wager": "red", "amount": "1.00"}},
        {"spin": 7},
        {"spin": 40},
        {"roll": [1, 2]},
        {"call": {"seat": 1, "wager": "red", "working": True}},
        {"lucky_ball": {"red": 1, "green": 2, "blue": 3, "yellow": 4}},
        {"boost": {"colour": "red", "odds": "super"}},
        {"no_roll": "why"},
    ]
    path = tmp_path / "s.json"
    path.write_text(json.dumps({"book": "star-roulette", "seats": {"1": "10.00"}, "steps": steps}))
    report = json.loads(answer(capsys, "settle", "--json", str(path)))
    assert all(step["refused"]["clause"] and step["refused"]["reason"] for step in report["steps"])
    assert report["balances"] == {"1": "10.00"}


def test_settle_many_files_one_object_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    files = sorted(str(p) for p in SCRIPTS.glob("*.json") if not p.name.endswith(".expected.json"))
    lines = answer(capsys, "settle", "--json", *files).splitlines()
    assert len(lines) == len(files)
    assert all(set(json.loads(line)) == {"steps", "balances", "standing"} for line in lines)


def test_settle_in_words(capsys: pytest.CaptureFixture[str], script: Path) -> None:
    words = answer(capsys, "settle", str(script), "--reading", "bar_effect=stay")
    assert "seat 1 bets 10.00 on win-line" in words
    assert "reading bar_effect = stay" in words


def test_odds_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    rows = json.loads(answer(capsys, "odds", "star-craps", "--json"))["rows"]
    (line,) = (row for row in rows if row["wager"] == "win-line")
    assert line["edge"] == "7/495"
    assert set(line) >= {
        "wager",
        "on",
        "clause",
        "pays",
        "win",
        "lose",
        "push",
        "edge",
        "edge_resolved",
        "edge_per_roll",
        "rolls",
        "variance",
        "edge_percent",
    }
    assert [row["on"] for row in rows if row["wager"] == "behind-come"] == [4, 5, 6, 8, 9, 10]
    wheel = json.loads(answer(capsys, "odds", "star-roulette", "--wheel", "double", "--lucky-ball", "--json"))["rows"]
    assert [row["wager"] for row in wheel if not row.get("agrees_with_declared", True)] == ["five-line"]
    assert [row["on"] for row in wheel if row["on"]] == ["red", "green", "blue", "yellow"]


def test_odds_at_a_stake_warn_of_the_player_s_advantage(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["odds", "star-craps", "--stake", "1.00", "--chip", "1.00", "--json"]) == 0
    out, err = capsys.readouterr()
    rows = {(row["wager"], row["on"]): row for row in json.loads(out)["rows"]}
    assert rows["place-to-win", 6]["player_advantage"] is True
    assert "4.00" in rows["horn", None]["cannot_be_staked"]
    assert err.startswith("warning: rounding up to 1.00 at 1.00 hands the player the advantage on")


def test_odds_of_a_layout(capsys: pytest.CaptureFixture[str], script: Path) -> None:
    seen = json.loads(answer(capsys, "odds", "--layout", str(script), "--json"))
    assert seen["staked"] == "40.00"
    assert sum(len(o["settled"]) + len(o["standing"]) for o in seen["next"]) == 3 * 21
    words = answer(capsys, "odds", "--layout", str(script))
    assert "The next round" in words
    assert "From here until everything is decided" in words


def test_rules_explain_diff_readings(capsys: pytest.CaptureFixture[str]) -> None:
    counts = json.loads(answer(capsys, "rules", "--coverage", "--json"))
    assert set(counts["books"]["star-craps"]) == {"implemented", "recorded", "in_parts", "physical", "not_yet"}
    assert counts["not_yet"] == []
    owing = Counter(book for book, _ in counts["not_yet"])
    assert {book: states["not_yet"] for book, states in counts["books"].items() if states["not_yet"]} == owing
    assert "categories" in json.loads(answer(capsys, "rules", "--coverage", "--by", "category", "--json"))
    assert "Mini Craps" in answer(capsys, "rules", "crown-craps", "--mini")
    assert "not in the text" in answer(capsys, "rules", "star-roulette", "--lucky-ball")
    told = answer(capsys, "explain", "star-craps", "6.1.2.3")
    assert "wager dont-win" in told
    assert "test_6_1_2_3" in told
    assert "reading G7" in told
    assert "any-seven" in answer(capsys, "diff", "star-craps", "aruze-craps")
    assert "horn_split = require_multiple" in answer(capsys, "readings", "star-craps")
    for book in ("star-craps", "crown-craps", "aruze-craps", "star-roulette", "dragon-fire"):
        assert json.loads(answer(capsys, "rules", book, "--json"))["wagers"]
        assert json.loads(answer(capsys, "readings", book, "--json"))


def test_hostile_text_is_printed_harmlessly(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    steps = [
        {"no_roll": "first\nsecond \x1b[31mred"},
        {"bet": {"seat": 1, "wager": "\ud800", "amount": "1.00"}},
        {"bet": {"seat": 1, "wager": "x" * 5000, "amount": "1.00"}},
    ]
    path = tmp_path / "s.json"
    path.write_text(json.dumps({"book": "star-craps", "seats": {"1": "10.00"}, "steps": steps}))
    words = answer(capsys, "settle", str(path))
    assert "\x1b" not in words
    assert "first\\nsecond" in words
    assert max(map(len, words.splitlines())) < 300
    words.encode()
    json.loads(answer(capsys, "settle", "--json", str(path)))


def test_a_layout_that_cannot_be_foreseen_says_so(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    lucky = {"bet": {"seat": 1, "wager": "lucky-ball", "on": "red", "amount": "1.00"}}
    draw = {"lucky_ball": {"red": 1, "green": 2, "blue": 3, "yellow": 4}}
    closed, boost = {"no_more_bets": True}, {"boost": {"colour": "red", "odds": "mega"}}
    path = tmp_path / "s.json"

    def script(*steps: object, **more: object) -> str:
        whole = {
            "book": "star-roulette",
            "table": {"lucky_ball": "mega"},
            "seats": {"1": "10.00"},
            "steps": steps,
            **more,
        }
        path.write_text(json.dumps(whole))
        return str(path)

    assert "only a no spin" in complaint(capsys, "odds", "--layout", script(lucky, closed))
    assert "--mega PROBABILITY" in complaint(capsys, "odds", "--layout", script(lucky, draw, closed))
    seen = json.loads(answer(capsys, "odds", "--layout", script(lucky, draw, closed, boost), "--json"))
    assert seen["expectation"] == str(Fraction(1001, 37) - 1)
    place = [{"roll": [2, 2]}, {"bet": {"seat": 1, "wager": "place-to-win", "on": 6, "amount": "6.00"}}]
    path.write_text(
        json.dumps({"book": "star-craps", "seats": {"1": "10.00"}, "steps": place, "readings": {"auto_rebet": "true"}})
    )
    assert "auto_rebet" in complaint(capsys, "odds", "--layout", str(path))


@pytest.mark.parametrize("arguments", ["rules star-craps", "tour", "rules --coverage"])
def test_a_reader_that_goes_away_is_no_error(arguments: str) -> None:
    command = f"{sys.executable} -m feltwork {arguments} | head -n 1; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_nowhere_to_print(tmp_path: Path) -> None:
    done = subprocess.run(
        ["bash", "-c", f"{sys.executable} -m feltwork odds star-craps >&-"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1


def test_no_command_shows_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert answer(capsys).startswith("Usage: feltwork")


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    told = answer(capsys, "--help")
    assert all(name in told for name in COMMANDS)
    for name in COMMANDS:
        assert answer(capsys, name, "--help").startswith(f"Usage: feltwork {name}")


def test_the_demo_is_the_same_for_the_same_seed(capsys: pytest.CaptureFixture[str]) -> None:
    first, again = answer(capsys, "tour"), answer(capsys, "tour")
    other = answer(capsys, "tour", "--seed", "12")
    assert first == again != other
    assert first.count("\n== ") + first.startswith("== ") == 5
    assert "refused (" in first
