"""`companion` and `python -m companion`."""

import sys

RECORDS = ("score", "print", "paper", "export")
PAPER = ("print", "paper")


def main() -> None:
    """Runs the command line. A server is patched by gevent before anything else is imported."""
    word = "".join(sys.argv[1:2])
    if word in PAPER and not {"-h", "--help"} & set(sys.argv):
        from companion import printer

        printer.own()  # it takes as long to start as all the rest, so it starts first
    if word not in RECORDS:
        from gevent import monkey

        monkey.patch_all()
    from companion.cli import cli

    cli()


if __name__ == "__main__":
    main()
