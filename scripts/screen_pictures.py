"""Take the pictures of the screens for the documents from a running demonstration.

python -m scripts.screen_pictures [FOLDER] [WIDTHxHEIGHT]    (docs/pictures at 1280x800; another size to look at)
"""

from __future__ import annotations

import re
import subprocess
import sys
import time
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright
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


class Demonstration:
    """`feltwork demo` in a process of its own, with its one-time addresses."""

    def __enter__(self) -> Demonstration:
        asked = [sys.executable, "-m", "feltwork", "demo", "--port", "0", "--no-browser", "--pace", "0.6"]
        self.process = subprocess.Popen(asked, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.links: dict[str, str] = {}
        for line in self.process.stdout or ():
            if found := re.match(r"\s+(.+?)\s+(http://\S+)", line):
                self.links[found[1]] = found[2]
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

    def come(self, who: str, path: str = "") -> Page:
        wide, tall = self.size
        context = self.browser.new_context(viewport={"width": wide, "height": tall}, reduced_motion="reduce")
        page = context.new_page()
        page.goto(self.demo.links[who])
        if path:
            page.goto(re.sub(r"/enter/.*", path, self.demo.links[who]))
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


def players(camera: Camera) -> None:
    for table in TABLES:
        page = camera.come(f"player 1 at {table}")
        page.wait_for_selector("#balance")
        play(page, CHIPS[table])
        camera.take(page, f"player-{table}")
        page.context.close()


def crews(camera: Camera) -> None:
    for table, name, keys in (("star-craps", "crew-craps", ""), ("lucky-ball", "crew-lucky-ball", "17")):
        page = camera.come(f"dealer at {table}")
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
    page = camera.come("supervisor", "/supervise?table=star-craps")
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
    page = camera.come("wall", "/wall?table=star-craps")
    page.wait_for_selector("#sign tr")
    camera.take(page, "wall-craps")
    page.goto(page.url.replace("star-craps", "lucky-ball"))
    page.wait_for_selector("#lucky:not([hidden]) .ball", timeout=60_000)
    camera.take(page, "wall-lucky-ball", 50)
    page.context.close()
    page = camera.come("inspector", "/inspect")
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


def cage(camera: Camera) -> None:
    """A ticket collected at a terminal and brought to the cage, money taken in and paid by hand, the day."""
    page = camera.come("player 2 at aruze-craps")
    page.click("#money")
    page.get_by_role("button", name="Collect to a ticket").click()
    number = page.locator(".ticket .number").inner_text()
    page.goto(str(page.locator("a.act").evaluate("link => link.href")))
    camera.take(page, "ticket", part=".ticket")
    page.context.close()
    page = camera.come("cage 1")
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
    page.click("#tab-day")
    page.wait_for_selector(".sound")
    camera.take(page, "cage-day")
    page.context.close()


def main(folder: Path = PICTURES, size: str = "1280x800") -> None:
    wide, tall = map(int, size.split("x"))
    folder.mkdir(parents=True, exist_ok=True)
    with Demonstration() as demo:
        time.sleep(WARM_SECONDS)
        camera = Camera(demo, folder, (wide, tall))
        for part in (players, crews, office, cage):
            part(camera)
        camera.close()


if __name__ == "__main__":
    main(*(Path(argument) if i == 0 else argument for i, argument in enumerate(sys.argv[1:3])))  # type: ignore[arg-type]
