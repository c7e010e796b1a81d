"""Templates are compiled once for good, whatever the language and whoever the environment is for.

What is compiled lies beside what Python has compiled of this package; where nobody may write there, in the cache of
whoever runs it; where there is none either, workers that were started together share it.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib.util import MAGIC_NUMBER, cache_from_source
from pathlib import Path
from types import CodeType
from typing import ClassVar

import jinja2
import platformdirs
from jinja2 import Environment, FileSystemBytecodeCache
from jinja2.bccache import Bucket, BytecodeCache

FOLDER = "COMPANION_WORKER_TEMPLATES"
"""Names the folder of what workers have compiled, in their environment."""
WRITTEN_BY = jinja2.__version__, sys.implementation.cache_tag, MAGIC_NUMBER
"""Others compile it for themselves."""


class Compiled(BytecodeCache):
    """What is compiled. Words are looked up when a template is drawn, so the code has none in it."""

    _code: ClassVar[dict[tuple[str, str], CodeType | None]] = {}

    def get_bucket(self, environment: Environment, name: str, filename: str | None, source: str) -> Bucket:
        """The place of a template, told apart by all that is compiled differently."""
        escape = environment.autoescape(name) if callable(environment.autoescape) else environment.autoescape
        blocks = environment.trim_blocks, environment.lstrip_blocks
        reckoning = (*environment.filters.items(), *environment.tests.items())
        late = sorted(key for key, one in reckoning if hasattr(one, "jinja_pass_arg"))
        alike = (name, filename, escape, blocks, late, sorted(environment.extensions), WRITTEN_BY)
        bucket = Bucket(environment, sha256(repr(alike).encode()).hexdigest(), self.get_source_checksum(source))
        self.load_bytecode(bucket)
        return bucket

    def load_bytecode(self, bucket: Bucket) -> None:
        """From an earlier environment, or from another process."""
        place = bucket.key, bucket.checksum
        bucket.code = self._code.get(place)
        kept = _kept()
        if bucket.code is not None or kept is None:
            return
        try:
            kept.load_bytecode(bucket)
        except Exception:  # pickle's are of any kind, where a machine lost its power while it was written
            bucket.reset()
        if bucket.code is not None:
            self._code[place] = bucket.code

    def dump_bytecode(self, bucket: Bucket) -> None:
        """For the next one. A full disk takes nothing from anybody: it is compiled again."""
        self._code[bucket.key, bucket.checksum] = bucket.code
        kept = _kept()
        if kept is not None:
            with suppress(OSError):
                kept.dump_bytecode(bucket)


@cache
def _kept() -> FileSystemBytecodeCache | None:
    for folder in _places():
        with suppress(OSError):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if os.access(folder, os.W_OK):
            return FileSystemBytecodeCache(str(folder))
    return None


def _places() -> Iterator[Path]:
    if not sys.dont_write_bytecode:
        yield Path(cache_from_source(__file__)).parent / "templates"
        yield platformdirs.user_cache_path("companion", appauthor=False) / "templates"
    if FOLDER in os.environ:
        yield Path(os.environ[FOLDER])
