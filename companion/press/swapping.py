"""Putting a function of ours in the place of one of WeasyPrint's, in every module that has it by name."""

import sys
from collections.abc import Callable
from typing import Any

Function = Callable[..., Any]


def swap(old: Function, new: Function) -> None:
    """From now on WeasyPrint calls `new` wherever it called `old`."""
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] == "weasyprint" and getattr(module, old.__name__, None) is old:
            setattr(module, old.__name__, new)
