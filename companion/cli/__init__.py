"""The command line, a file for each kind of command."""

from companion.cli import copying, importing, keeping, linking, printing, records, serving, stats
from companion.cli.group import cli
from companion.cli.records import table

__all__ = ["cli", "copying", "importing", "keeping", "linking", "printing", "records", "serving", "stats", "table"]
