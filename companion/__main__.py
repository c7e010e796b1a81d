"""`companion` and `python -m companion`."""

import sys

RECORDS = ("score", "print", "export")


def main() -> None:
    """Runs the command line. A server is patched by gevent before anything else is imported."""
    if not any(word in RECORDS for word in sys.argv[1:2]):
        from gevent import monkey

        monkey.patch_all()
    from companion.cli import cli

    cli()


if __name__ == "__main__":
    main()
