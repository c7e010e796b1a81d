"""Lines that no test comes by: whatever fault is put into them lives, so they are read before any mutant is drawn."""

import ast
from collections.abc import Iterator, Sequence

from coverage import CoverageData
from coverage.parser import PythonParser

from tests.mutants.drawing import files
from tests.mutants.kinds import ROOT


def unreached(paths: Sequence[str], lines: CoverageData) -> Iterator[str]:
    """Each of some folders and files, as one reads it; what runs at the import of a module belongs to no test."""
    for path in files(paths):
        if path.endswith(".py"):
            text = (ROOT / path).read_text(encoding="utf-8")
            by_line = lines.contexts_by_lineno(path)
            for line in sorted(_in_functions(text)):
                if not any(by_line.get(line, ())):
                    yield f"{path}:{line}  {text.splitlines()[line - 1].strip()}"


def _in_functions(text: str) -> set[int]:
    """The lines that begin a statement of a function."""
    parser = PythonParser(text=text)
    parser.parse_source()
    functions = (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    inside = {line for one in functions for part in one.body for line in range(part.lineno, (part.end_lineno or 0) + 1)}
    return inside & parser.statements
