"""Take the pictures of the screens for the documents from a running demonstration.

python -m scripts.screen_pictures [FOLDER] [WIDTHxHEIGHT] [PART,PART]    (docs/pictures at 1280x800, all parts)
"""

from __future__ import annotations

import re
import subprocess
import sys
import time
from contextlib import suppress
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Error, Page, sync_playwright
from scripts.chromium import find

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"
TABLES = ("star-craps", "crown-craps", "mini-craps", "aruze-craps", "roulette", "lucky-ball", "dragon-fire")
WARM_SECONDS = 60
"""So long house players play before the first picture, at a brisk pace."""
CHIPS = {
    "star-craps": ("win-line", "field", "place-to-win:6", "hardway:8"),
    "crown-craps": ("win-line", "come", "field"),
    "mini-craps": ("win-line", "field", "any-craps"),
    "aruze-craps": ("pass-line", "field", "hop:3-4"),
    "roulette": ("straight:17", "split:17-20", "red", "dozen:2"),
    "lucky-ball": ("lucky-ball:blue", "straight:00"),
    "dragon-fire": ("dragon", "fire", "total:8"),
}
"""What the player in each picture puts down, where it is taken at that moment."""
ENTRY_SECONDS = 30
"""So long entries to the practice tournament are open."""
ON_A_PHONE = ("star-craps", "roulette")
"""Tables whose player is also shown on an upright phone."""


class Demonstration:
    """`feltwork demo` in a process of its own."""

    def __enter__(self) -> Demonstration:
        asked = [sys.executable, "-m", "feltwork", "demo", "--port", "0", "--no-browser", "--pace", "0.6"]
        self.process = subprocess.Popen(asked, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.address = ""
        for line in self.process.stdout or ():
            if found := re.search(r"http://\S+", line):
                self.address = found[0]
            if line.startswith("The log is"):
                break
        return self

    def __exit__(self, *why: object) -> None:
        self.process.terminate()
        self.process.wait(20)


class Camera:
    """One browser; every screen in a context of its own."""

    def __init__(self, demo: Demonstration, folder: Path, size: tuple[int, int]) -> None:
        self.demo, self.folder, self.size = demo, folder, size
        self.playwright = sync_playwright().start()
        self.browser = self.playwright.chromium.launch(executable_path=find(), args=["--no-sandbox"])

    def lobby(self) -> Page:
        wide, tall = self.size
        context = self.browser.new_context(viewport={"width": wide, "height": tall}, reduced_motion="reduce")
        page = context.new_page()
        page.goto(self.demo.address)
        page.wait_for_selector(".picture svg")
        return page

    def come(self, way: str, table: str = "", path: str = "") -> Page:
        """Through the lobby: by a table's button, or into a room."""
        page = self.lobby()
        page.click(f"[data-table={table}] [data-way={way}]" if table else f"[data-room={way}]")
        page.wait_for_url(re.compile(r"/\w+$"))
        if path:
            page.goto(self.demo.address.rstrip("/") + path)
        page.wait_for_selector("body:not(.connecting)")
        return page

    def take(self, page: Page, name: str, settles: int = 700, part: str = "") -> None:
        """The screen, or a part of it; with 256 colours, which is a third of the size."""
        page.evaluate("document.activeElement?.blur()")
        page.wait_for_timeout(settles)
        shot = Image.open(BytesIO((page.locator(part) if part else page).screenshot())).convert("RGB")
        small = shot.quantize(256, Image.Quantize.MAXCOVERAGE, kmeans=3, dither=Image.Dither.NONE)
        small.save(self.folder / f"{name}.png", optimize=True)
        print(name, file=sys.stderr)

    def close(self) -> None:
        self.browser.close()
        self.playwright.stop()


def play(page: Page, spots: tuple[str, ...]) -> None:
    """Put chips down by the keyboard, which works at every size, when wagers are taken."""
    try:
        page.wait_for_selector(".area.legal", state="attached", timeout=40_000)
    except Exception:  # a picture without chips is a picture
        return
    for spot in spots:
        wager, _, on = spot.partition(":")
        areas = page.locator(f'.area.legal[data-wager="{wager}"]')
        for i in range(areas.count()):
            shown = re.sub(r'[\[\]" ]', "", areas.nth(i).get_attribute("data-on") or "").replace(",", "-")
            if shown == (on or "null"):
                areas.nth(i).press("Enter")
                page.wait_for_timeout(150)
                break


def lobby(camera: Camera) -> None:
    page = camera.lobby()
    page.wait_for_timeout(3_000)
    camera.take(page, "lobby")
    page.context.close()


def players(camera: Camera) -> None:
    for table in TABLES:
        page = camera.come("play", table)
        page.wait_for_selector("#balance")
        play(page, CHIPS[table])
        with suppress(Error):  # a round in which nothing of the player's was decided
            page.wait_for_selector("#lines .total", timeout=45_000)
        camera.take(page, f"player-{table}")
        if table in ON_A_PHONE:
            page.set_viewport_size({"width": 390, "height": 844})
            camera.take(page, f"player-phone-{table}", settles=1500)
        page.context.close()


def crews(camera: Camera) -> None:
    for table, name, keys in (("star-craps", "crew-craps", ""), ("lucky-ball", "crew-lucky-ball", "17")):
        page = camera.come("deal", table)
        page.wait_for_selector("#seats .seat")
        if not keys and page.locator("#entry").is_hidden():
            page.locator(".seat").nth(1).click()
            page.keyboard.press("f")
            camera.take(page, "crew-large-felt")
            page.keyboard.press("Escape")
        for _ in range(10):  # on to the entry of a result, where most of the screen is in use
            page.wait_for_timeout(500)
            if page.locator("#entry").is_visible():
                break
            if page.locator("#waiting").is_visible():  # whoever is offered the dice may not throw
                page.locator(".step[aria-disabled='false']").first.click()
            else:
                page.keyboard.press("Space")
        page.keyboard.type(keys)
        camera.take(page, name)
        page.context.close()


def office(camera: Camera) -> None:
    page = camera.come("supervisor", path="/supervise?table=star-craps")
    page.wait_for_selector("#panel tr")
    camera.take(page, "supervisor")
    page.click("#tab-rulings")
    page.locator("button", has_text="Correct…").last.click()  # of the oldest round: its chips have moved
    for hand in range(2):
        page.locator(".faces").nth(hand).get_by_role("button", name=str(hand + 5)).click()
    page.get_by_role("button", name="seen on the recording").click()
    page.get_by_role("button", name="Propose the correction").click()
    page.wait_for_selector("#waiting")
    camera.take(page, "supervisor-rounds")
    page.context.close()
    page = camera.come("wall", path="/wall?table=star-craps")
    page.wait_for_selector("#sign tr")
    camera.take(page, "wall-craps")
    page.goto(page.url.replace("star-craps", "lucky-ball"))
    page.wait_for_selector("#lucky:not([hidden]) .ball", timeout=60_000)
    camera.take(page, "wall-lucky-ball", 50)
    page.context.close()
    page = camera.come("inspector")
    page.wait_for_selector("#found tr")
    page.click("#tab-rounds")
    page.locator("#round-list button").first.click()
    page.wait_for_selector("#round h2")
    camera.take(page, "inspector")
    page.click("#tab-proof")
    page.get_by_role("button", name="Verify the whole log").click()
    page.wait_for_selector(".word.good", timeout=60_000)
    camera.take(page, "inspector-verify")
    page.context.close()


SEEN = (
    ("star-craps", "device", "dan", "a computer in a shoe", "exclude", "used a device at two tables"),
    ("crown-craps", "device", "ann", "a camera in a cigarette case, its lens on the dice", "bar", "filmed the dice"),
    ("aruze-craps", "tampering", "eve", "tilted the terminal twice", "recommend", "for the third time"),
)
"""Incidents for the office's pictures: the book, what it bans, who, what was seen, the measure and why."""
SENDS = """async ([where, sent]) => {
    const { post } = await import("/web/js/common/page.js");
    const told = await post(`/api/${where}`, { key: crypto.randomUUID(), people: {}, role: "", ...sent });
    if (told.why) throw new Error(told.why);
    return told.done;
}"""


def pit_office(camera: Camera) -> None:
    """Incidents with their measures, a dispute, a draft and the duties that come of them."""
    page = camera.come("office")
    page.emulate_media(color_scheme="light")

    def send(where: str, role: str = "", **do: object) -> int:
        return int(page.evaluate(SENDS, [where, {"do": do, "role": role}]))

    roles = ("casino_supervisor", "pit_boss", "assistant_gaming_manager")
    for (book, offence, person, words, measure, why), role in zip(SEEN, roles, strict=True):
        seen = send("incidents", type="report-incident", book=book, offence=offence, person=person, words=words)
        send("incidents", role, type="take-measure", incident=seen, measure=measure, reason=why)
    said = {
        "book": "star-craps",
        "person": "ben",
        "table": "star-craps",
        "words": "paid 5 to 1, not 7 to 1, on hard six",
    }
    number = send("incidents", type="raise-game-dispute", **said)
    told = {"dispute": number, "finding": "the felt says 7 to 1: 20.00 short", "compensation": 20_00}
    send("incidents", "boxperson", type="decide-game-dispute", **told)
    send("promotion/winter", type="draft-promotion", books=["star-craps"], terms={"title": "Winter draw"})
    due = int(time.time() + 7200) * 1_000_000
    send("duties", type="raise-duty", what="Count the seals of the second wheel", owner="pit_boss", due=due)
    for tab, name in (
        ("register", "register"),
        ("incidents", "incident"),
        ("disputes", "dispute"),
        ("promotions", "promotion"),
        ("duties", "duties"),
    ):
        page.click(f"#tab-{tab}")
        page.wait_for_selector("#panel .list tbody tr")
        camera.take(page, f"office-{name}", 3_000)
    page.context.close()


def cage(camera: Camera) -> None:
    """A ticket collected at a terminal and brought to the cage, money taken in and paid by hand, the day."""
    page = camera.come("play", "aruze-craps")
    page.click("#money")
    page.get_by_role("button", name="Cash out to a ticket").click()
    number = page.locator(".ticket .number").inner_text()
    page.goto(str(page.locator("a.act").evaluate("link => link.href")))
    camera.take(page, "ticket", part=".ticket")
    page.context.close()
    page = camera.come("cashier")
    page.fill("#ticket-number", number)
    page.keyboard.press("Enter")
    page.wait_for_selector("#verdict h3")
    camera.take(page, "cage-tickets")
    page.click("#tab-forms")
    for player, taken, paid in (("ann", "20,100.00", "15,000.00"), ("ben", "20,100.00", "450.00")):
        page.fill("#deposit-player", player)
        page.fill("#deposit-amount", taken)
        page.get_by_role("button", name="Take it in").click()
        page.wait_for_selector(f"#stands >> text={player}")
        page.fill("#pay-player", player)
        page.fill("#pay-amount", paid)
        page.get_by_label("Paper shown").fill("passport")
        page.get_by_role("button", name="Prepare the form").click()
        page.wait_for_selector(f"#stands >> text={paid}")
    camera.take(page, "cage-forms", 4_000)
    page.click("#tab-vouchers")
    page.fill("#voucher-player", "ann")
    page.fill("#voucher-amount", "50")
    page.select_option("#voucher-game", "star-roulette")
    page.select_option("#voucher-wager", "red")
    page.get_by_role("button", name="Issue the voucher").click()
    page.get_by_role("button", name="Done").click()
    camera.take(page, "cage-vouchers")
    page.click("#tab-day")
    page.wait_for_selector(".sound")
    camera.take(page, "cage-day")
    page.context.close()


def press(page: Page, do: str, within: str = "") -> None:
    page.locator(f"{within} [data-do={do}]:not([disabled])").first.click(timeout=60_000)


def tournament(camera: Camera) -> None:
    """The practice tournament, from its draft into its first session: the desk, a player, the crew, the board."""
    desk = camera.come("tournament")
    desk.fill("[name=licence]", "TM 7")
    press(desk, "appoint-official")
    desk.click("#tab-conditions")
    camera.take(desk, "tournament-conditions")
    desk.click("#tab-next")
    soon = time.strftime("%Y-%m-%dT%H:%M:%S", time.localtime(time.time() + ENTRY_SECONDS))
    for name in ("entries_close", "start-1", "start-2"):
        desk.fill(f"[name={name}]", soon)
    press(desk, "publish-tournament")
    player = camera.lobby()
    player.click("[data-cup] [data-way=play]", timeout=30_000)
    player.locator("[data-do=enter-tournament]").click(timeout=30_000)
    desk.wait_for_timeout(ENTRY_SECONDS * 1000 - 8_000)
    camera.take(desk, "tournament-desk")
    for do in ("close-entries", "designate-tables", "draw-seats", "start-session"):
        press(desk, do)
    desk.click("#tab-tables")
    board = camera.lobby()
    board.click("[data-cup] [data-way=watch]")
    for spin in ("17", "32"):
        tables = [str(heat.get_attribute("data-table")) for heat in desk.locator(".heat").all()]
        for table in tables:
            press(desk, "open-tournament-round", f".heat[data-table={table}]")
        _wager(player)
        camera.take(player, "tournament-player", 1_000)
        player.locator("#acts [data-do=place-tournament-wagers]:not([disabled])").click(timeout=10_000)
        for table in tables:
            heat = f".heat[data-table={table}]"
            _all_wagered(desk, heat)
            press(desk, "close-tournament-betting", heat)
            desk.fill(f"{heat} [name=result]", spin)
            desk.wait_for_selector(f"{heat} .ahead table")
            desk.wait_for_selector(".note", state="detached")
            if table == tables[0]:
                camera.take(desk, "tournament-tables", 500)
            press(desk, "settle-tournament-round", heat)
            desk.wait_for_selector(f"{heat} [data-do=open-tournament-round]:not([disabled])")
        camera.take(board, "tournament-board", 2_000)
    player.set_viewport_size({"width": 390, "height": 844})
    player.reload()
    camera.take(player, "tournament-player-phone", 3_000)
    for page in (desk, player, board):
        page.context.close()


def _all_wagered(desk: Page, table: str) -> None:
    """House players wager one after another, and their forms are examined, until nobody is left to act."""
    waits = ".sign.turn, .late, [data-do=examine-form], [data-do=close-tournament-betting][disabled]"
    while desk.locator(table).locator(waits).count():
        if desk.locator(f"{table} [data-do=examine-form]:not([disabled])").count():
            press(desk, "examine-form", table)
        desk.wait_for_timeout(1_600)


def _wager(player: Page) -> None:
    """Two chips on the felt once it is the player's turn, and down."""
    with suppress(Error):
        player.wait_for_selector("[data-do=place-tournament-wagers]", timeout=40_000)
        player.wait_for_selector(".area.legal", state="attached", timeout=40_000)
        for spot in ('[data-wager="red"]', '[data-wager="straight"][data-on="[17]"]'):
            player.locator(f".area{spot}").first.click()


PARTS = {part.__name__: part for part in (lobby, players, crews, office, pit_office, cage, tournament)}


def main(folder: str = str(PICTURES), size: str = "1280x800", parts: str = ",".join(PARTS)) -> None:
    wide, tall = map(int, size.split("x"))
    Path(folder).mkdir(parents=True, exist_ok=True)
    with Demonstration() as demo:
        time.sleep(WARM_SECONDS)
        camera = Camera(demo, Path(folder), (wide, tall))
        for part in parts.split(","):
            PARTS[part](camera)
        camera.close()


if __name__ == "__main__":
    main(*sys.argv[1:4])
