"""The command line, a module for each kind of command."""

from companion.cli import backup, import_records, linking, printing, records, serve, stats, tidy
from companion.cli.group import cli
from companion.cli.records import format_table

__all__ = [
    "backup",
    "cli",
    "format_table",
    "import_records",
    "linking",
    "printing",
    "records",
    "serve",
    "stats",
    "tidy",
]
