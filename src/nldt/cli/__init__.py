"""The command line: one file a command."""

from __future__ import annotations

import sys

__all__ = ["main"]

INTERRUPTED = 130
USER_MISTAKE = 2


def main() -> None:
    """Run the command line; a user's mistake is one line on standard error and exit code 2."""
    from nldt.cli.app import app
    from nldt.errors import InputError

    try:
        app()
    except InputError as error:
        print(f"nldt: {' '.join(str(error).split())}", file=sys.stderr)
        sys.exit(USER_MISTAKE)
    except KeyboardInterrupt:
        print("nldt: interrupted", file=sys.stderr)
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        sys.stderr.close()  # the reader of a pipe has left: nothing to say
