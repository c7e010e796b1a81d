"""Templates are compiled once for good, whatever the language and whoever the environment is for.

What is compiled lies beside what Python has compiled of this package. Where nobody may write there, workers that were
started together share it: who takes the place of a dead one draws at once.
"""

import os
import sys
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib.util import cache_from_source
from pathlib import Path
from types import CodeType
from typing import ClassVar

import jinja2
from jinja2 import Environment, FileSystemBytecodeCache
from jinja2.bccache import Bucket, BytecodeCache

FOLDER = "COMPANION_WORKER_TEMPLATES"
"""Names the folder of what workers have compiled, in their environment."""


class Compiled(BytecodeCache):
    """What is compiled. Words are looked up when a template is drawn, so the code has none in it."""

    _code: ClassVar[dict[tuple[str, str], CodeType | None]] = {}

    def get_bucket(self, environment: Environment, name: str, filename: str | None, source: str) -> Bucket:
        """The place of a template, told apart by all that is compiled differently."""
        escape = environment.autoescape(name) if callable(environment.autoescape) else environment.autoescape
        blocks = environment.trim_blocks, environment.lstrip_blocks
        alike = (name, filename, escape, blocks, sorted(environment.extensions), jinja2.__version__)
        bucket = Bucket(environment, sha256(repr(alike).encode()).hexdigest(), self.get_source_checksum(source))
        self.load_bytecode(bucket)
        return bucket

    def load_bytecode(self, bucket: Bucket) -> None:
        """From an earlier environment, or from another process."""
        bucket.code = self._code.get((bucket.key, bucket.checksum))
        kept = _kept()
        if bucket.code is None and kept is not None:
            try:
                kept.load_bytecode(bucket)
            except Exception:  # pickle's are of any kind, where a machine lost its power while it was written
                bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        """For the next one. A full disk takes nothing from anybody: it is compiled again."""
        self._code[bucket.key, bucket.checksum] = bucket.code
        kept = _kept()
        if kept is not None:
            with suppress(OSError):
                kept.dump_bytecode(bucket)


@cache
def _kept() -> FileSystemBytecodeCache | None:
    if not sys.dont_write_bytecode:
        own = Path(cache_from_source(__file__)).parent / "templates"
        with suppress(OSError):
            own.mkdir(parents=True, exist_ok=True)
        if os.access(own, os.W_OK):
            return FileSystemBytecodeCache(str(own))
    folder = os.environ.get(FOLDER)
    return FileSystemBytecodeCache(folder) if folder else None
