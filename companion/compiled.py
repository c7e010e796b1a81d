"""Templates are compiled once in a process, whatever the language and whoever the environment is for."""

from types import CodeType
from typing import ClassVar

from jinja2 import Environment
from jinja2.bccache import Bucket, BytecodeCache


class Compiled(BytecodeCache):
    """What a process has compiled. Words are looked up when a template is drawn, so the code has none in it."""

    _code: ClassVar[dict[tuple[str, str], CodeType | None]] = {}

    def get_bucket(self, environment: Environment, name: str, filename: str | None, source: str) -> Bucket:
        """The place of a template, told apart by all that our environments compile differently."""
        escape = environment.autoescape(name) if callable(environment.autoescape) else environment.autoescape
        alike = (name, filename, escape, sorted(environment.extensions))
        bucket = Bucket(environment, repr(alike), self.get_source_checksum(source))
        self.load_bytecode(bucket)
        return bucket

    def load_bytecode(self, bucket: Bucket) -> None:
        """From an earlier environment."""
        bucket.code = self._code.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        """For the next one."""
        self._code[bucket.key, bucket.checksum] = bucket.code
