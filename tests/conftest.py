"""Hypothesis profiles: reproducible by default, shorter for mutants."""

from __future__ import annotations

import os

from hypothesis import settings

settings.register_profile("default", derandomize=True)
settings.register_profile("mutants", derandomize=True, max_examples=40, database=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))
