"""Hypothesis plays the same scripts in every run; ``FELTWORK_EXAMPLES`` says how many."""

from __future__ import annotations

import os

from hypothesis import settings

# A long run with new seeds asks for them by name; every other run plays the same scripts.
settings.register_profile("reproducible", derandomize="FELTWORK_SOAK" not in os.environ)
settings.load_profile("reproducible")
