"""The command line, a file for each kind of command."""

from companion.cli import printing, records, serving
from companion.cli.group import cli
from companion.cli.records import table

__all__ = ["cli", "printing", "records", "serving", "table"]
