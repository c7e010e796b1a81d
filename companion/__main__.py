"""`companion` and `python -m companion`."""

import atexit
import gc
import os
import sys

UNSERVED = ("score", "print", "paper", "export", "import", "tidy", "backup", "restore", "link", "stats", "season")
PAPER = ("print", "paper", "season")


def main() -> None:
    """Runs the command line. A server is patched by gevent before anything else is imported."""
    gc.disable()  # whatever is imported stays: to look through it again and again is a tenth of a start
    atexit.register(gc.freeze)  # nor at the end, when all of it goes: a tenth of a short command
    word = "".join(sys.argv[1:2])
    if word in PAPER and not {"-h", "--help"} & set(sys.argv):
        from companion.printing import client

        client.shared_printer()  # it takes as long to start as all the rest, so it starts first
    if word not in UNSERVED:
        from gevent import monkey

        monkey.patch_all()
    from companion.cli import cli, terminal

    if word in UNSERVED:
        gc.enable()  # a server imports more, and does it then
    terminal.set_language(terminal.detect_language(sys.argv[1:], os.environ))
    terminal.translate_help(cli)()


if __name__ == "__main__":
    main()
