"""Hypothesis plays the same scripts in every run; ``FELTWORK_EXAMPLES`` says how many."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("reproducible", derandomize=True)
settings.load_profile("reproducible")
