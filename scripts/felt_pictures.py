"""Draw the felts into docs/pictures, as SVG by ``feltwork felt`` and as PNG by Chromium.

python -m scripts.felt_pictures [/usr/bin/chromium]
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image

from feltwork.cli.main import run

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"
DRAWN = {
    "star-craps": (
        "star-craps --puck 6 --dice 3-3 --lit hardway:6,place-to-win:6"
        " --chips win-line=25,behind-win-line=50,come:5=15,behind-come:5=30,place-to-win:6=12,hardway:6=5,field=10"
    ),
    "crown-craps": "crown-craps --puck 9 --dice 4-5 --chips dont-win-line=25,dont-win-line-odds=75,lay:4=41,horn=4",
    "mini-craps": "crown-craps --variant mini --dice 6-5 --lit win-line,eleven --chips win-line=130,eleven=2",
    "aruze-craps": "aruze-craps --puck 8 --dice 2-3 --lit hop:2-3 --chips pass-line=10,hop:2-3=2.50",
    "roulette-a": (
        "star-roulette --dolly 17 --lit straight:17,black --chips straight:17=5,split:17-20=10,corner:1-2-4-5=5,"
        "street:0-1-2=2,street:7-8-9=7,black=25,column:3=40,six-line:28-29-30-31-32-33=6"
    ),
    "roulette-c": "star-roulette --layout C --chips split:0-3=5,corner:0-1-2-3=4,low=50",
    "roulette-d": "star-roulette --wheel double --layout D --chips straight:00=5,five-line=10,red=25",
    "roulette-f": (
        "star-roulette --wheel double --lucky-ball --dolly 00 --lit straight:00"
        " --chips split:00-0=5,street:00-0-2=2,split:00-3=5,lucky-ball:blue=5,lucky-ball:red=10,high=100"
    ),
    "wheel-single": "star-roulette --wheel-only --dolly 17",
    "wheel-double": "star-roulette --wheel double --wheel-only --dolly 00",
    "dragon-fire": (
        "dragon-fire --dice 4-5 --lit fire,total:9 --chips dragon=25,fire=50,dragons-tail=5,specific-pair:6=1"
    ),
}


def _save_small(picture: Image.Image, png: Path) -> None:
    """With 255 colours and see-through corners, a tenth of the size."""
    small = picture.convert("RGB").quantize(255, Image.Quantize.MAXCOVERAGE, kmeans=3, dither=Image.Dither.NONE)
    outside = picture.getchannel("A").point(lambda alpha: 255 if alpha < 128 else 0)
    small.putpalette([*(small.getpalette() or [])[: 255 * 3], 0, 0, 0])
    small.paste(255, mask=outside)
    small.save(png, transparency=255, optimize=True)


def main(chromium: str = "/usr/bin/chromium") -> None:
    PICTURES.mkdir(exist_ok=True)
    with TemporaryDirectory() as folder:
        for name, arguments in DRAWN.items():
            _draw(name, arguments.split(), Path(folder) / f"{name}.svg", chromium)


def _draw(name: str, arguments: list[str], whole: Path, chromium: str) -> None:
    """The SVG of the documents names its fonts; the PNG is taken from one that has them inside."""
    svg, png = PICTURES / f"{name}.svg", PICTURES / f"{name}.png"
    if run(["felt", *arguments, "--fonts", "named", "-o", str(svg)]) or run(["felt", *arguments, "-o", str(whole)]):
        sys.exit(f"{name} was not drawn")
    size = "1000,1000" if name.startswith("wheel") else "1280,560"
    subprocess.run(
        [
            chromium,
            "--headless",
            "--no-sandbox",
            "--hide-scrollbars",
            "--default-background-color=00000000",
            f"--window-size={size}",
            f"--screenshot={png}",
            whole.as_uri(),
        ],
        check=True,
        capture_output=True,
        timeout=60,
    )
    picture = Image.open(png).convert("RGBA")
    if name.startswith("wheel"):
        picture = picture.resize((560, 560))
    _save_small(picture, png)
    print(f"{png.name}: {png.stat().st_size // 1024} kB")


if __name__ == "__main__":
    main(*sys.argv[1:2])
