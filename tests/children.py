"""Which processes another has started."""

from pathlib import Path


def children(pid: int) -> list[int]:
    """Their numbers, the oldest first."""
    found = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii")
    return [int(number) for number in found.split()]
