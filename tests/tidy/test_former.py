"""Former import paths go on working for one release."""

from __future__ import annotations

import importlib
import re
import sys
import warnings

import pytest

from feltwork.former import FORMER
from feltwork.verifier import evidence


@pytest.mark.parametrize("name", sorted(FORMER))
def test_a_former_name_works_for_one_release(name: str) -> None:
    with warnings.catch_warnings(action="ignore"):
        importlib.import_module(name.rpartition(".")[0])  # it warns of itself, in whichever test comes first
    sys.modules.pop(name, None)
    with pytest.warns(DeprecationWarning, match=f"^{re.escape(name)} is now {re.escape(FORMER[name])}$"):
        found = importlib.import_module(name)
    today = importlib.import_module(FORMER[name])
    for public in (each for each in vars(today) if not each.startswith("__")):
        assert getattr(found, public) is getattr(today, public)


def test_a_former_submodule_works_for_one_release() -> None:
    for name in ("feltwork.audit.evidence", "feltwork.audit"):
        sys.modules.pop(name, None)
    with pytest.warns(DeprecationWarning) as told:  # noqa: PT030  # of the package, and of the module in it
        found = importlib.import_module("feltwork.audit.evidence")
    assert str(told[-1].message) == "feltwork.audit.evidence is now feltwork.verifier.evidence"
    assert found.make_pack is evidence.make_pack
