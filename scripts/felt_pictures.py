"""Draw the felts into docs/pictures, as SVG by ``feltwork felt`` and as PNG by Chromium.

python scripts/felt_pictures.py [/usr/bin/chromium]
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

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
}


def main(chromium: str = "/usr/bin/chromium") -> None:
    PICTURES.mkdir(exist_ok=True)
    for name, arguments in DRAWN.items():
        svg, png = PICTURES / f"{name}.svg", PICTURES / f"{name}.png"
        if run(["felt", *arguments.split(), "-o", str(svg)]):
            sys.exit(f"{name} was not drawn")
        subprocess.run(
            [chromium, "--headless", "--no-sandbox", "--hide-scrollbars", "--default-background-color=00000000",
             "--window-size=1280,560", f"--screenshot={png}", svg.as_uri()],
            check=True, capture_output=True, timeout=60,
        )  # fmt: skip
        Image.open(png).convert("RGB").quantize(
            256, Image.Quantize.MAXCOVERAGE, kmeans=3, dither=Image.Dither.NONE
        ).save(png, optimize=True)
        print(f"{png.name}: {png.stat().st_size // 1024} kB")


if __name__ == "__main__":
    main(*sys.argv[1:2])
