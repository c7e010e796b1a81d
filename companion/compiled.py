"""Templates are compiled once in a process, whatever the language and whoever the environment is for.

Workers that were started together share what they have compiled: who takes the place of a dead one draws at once.
"""

import os
from functools import cache
from hashlib import sha256
from types import CodeType
from typing import ClassVar

from jinja2 import Environment, FileSystemBytecodeCache
from jinja2.bccache import Bucket, BytecodeCache

FOLDER = "COMPANION_WORKER_TEMPLATES"
"""Names the folder of what workers have compiled, in their environment."""


class Compiled(BytecodeCache):
    """What a process has compiled. Words are looked up when a template is drawn, so the code has none in it."""

    _code: ClassVar[dict[tuple[str, str], CodeType | None]] = {}

    def get_bucket(self, environment: Environment, name: str, filename: str | None, source: str) -> Bucket:
        """The place of a template, told apart by all that our environments compile differently."""
        escape = environment.autoescape(name) if callable(environment.autoescape) else environment.autoescape
        alike = (name, filename, escape, sorted(environment.extensions))
        bucket = Bucket(environment, sha256(repr(alike).encode()).hexdigest(), self.get_source_checksum(source))
        self.load_bytecode(bucket)
        return bucket

    def load_bytecode(self, bucket: Bucket) -> None:
        """From an earlier environment, or from another worker."""
        bucket.code = self._code.get((bucket.key, bucket.checksum))
        shared = _shared()
        if bucket.code is None and shared is not None:
            shared.load_bytecode(bucket)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """For the next one."""
        self._code[bucket.key, bucket.checksum] = bucket.code
        shared = _shared()
        if shared is not None:
            shared.dump_bytecode(bucket)


@cache
def _shared() -> FileSystemBytecodeCache | None:
    folder = os.environ.get(FOLDER)
    return FileSystemBytecodeCache(folder) if folder else None
