"""The drawing kit of the felts: areas on a cloth, lettering, chips, dice and the wheel, drawn as SVG."""

from __future__ import annotations

from feltwork.felt.area import Area, Felt, LayoutError
from feltwork.felt.render import layout_data, render
from feltwork.felt.style import stylesheet
from feltwork.felt.wheel import render_wheel

__all__ = ["Area", "Felt", "LayoutError", "layout_data", "render", "render_wheel", "stylesheet"]
