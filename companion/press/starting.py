"""Starting WeasyPrint, which takes longer than most sheets: nothing is loaded or looked for that is not used."""

import ctypes.util
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType
from typing import Any

UNUSED = {
    "fontTools.subset": ("Options", "Subsetter"),
    "fontTools.varLib.instancer": ("instantiateVariableFont",),
    "fontTools.ttLib.woff2": ("decompress",),
}
"""A fifth of the time. WeasyPrint wants them for fonts from the web, and where HarfBuzz cannot cut a font down."""


def weasyprint() -> ModuleType:
    """The library. Raises ImportError or OSError where it or a library of the system is missing."""
    with _searched_by_name(), _left_for_later():
        return import_module("weasyprint")


@contextmanager
def _searched_by_name() -> Iterator[None]:
    """On Linux the loader knows every library by its name; asking ldconfig and the compiler takes longer than that."""
    find = ctypes.util.find_library
    if sys.platform == "linux":
        ctypes.util.find_library = lambda name: None  # noqa: ARG005  # cffi asks it for names that it could not load
    try:
        yield
    finally:
        ctypes.util.find_library = find


@contextmanager
def _left_for_later() -> Iterator[None]:
    """Puts something in the place of the modules that is loaded when it is used."""
    laid = {name: _Later(name) for name in UNUSED if name not in sys.modules}
    sys.modules.update(laid)
    try:
        yield
    finally:
        for name, module in laid.items():
            if sys.modules.get(name) is module:
                del sys.modules[name]  # whoever asks for it from now on gets the real one


class _Later(ModuleType):
    """Stands for a module; its functions load it."""

    def __getattr__(self, name: str) -> Any:
        if name not in UNUSED[self.__name__]:
            raise AttributeError(name)

        def used(*values: Any, **named: Any) -> Any:
            return getattr(import_module(self.__name__), name)(*values, **named)

        return used
