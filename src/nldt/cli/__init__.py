"""The command line: one file a command."""

from __future__ import annotations

import io
import signal
import sys
import warnings
from typing import Any

__all__ = ["main"]

INTERRUPTED = 130
USER_MISTAKE = 2


def main() -> None:
    """Run the command line; a user's mistake is one line on standard error and exit code 2."""
    if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:  # as Ctrl-C
        signal.signal(signal.SIGTERM, signal.default_int_handler)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a terminal that can't show ≤ must not end the command
            stream.reconfigure(errors="backslashreplace")
    warnings.showwarning = lambda message, *_, **__: _say(message)
    sys.exit(_run(sys.argv[1:] or ["--help"]))


def _run(arguments: list[str]) -> int:
    """The exit code of a command line."""
    import typer

    from nldt.cli.app import app
    from nldt.cli.interruption import Interrupted
    from nldt.errors import InputError

    # Typer may use its own copy of click: this is click.UsageError in either case.
    usage_error: Any = typer.BadParameter.__base__
    try:
        code = app(args=arguments, prog_name="nldt", standalone_mode=False) or 0
        sys.stdout.flush()
    except InputError as error:
        _say(error)
        return USER_MISTAKE
    except usage_error as error:
        _say(error.format_message())
        return USER_MISTAKE
    except Interrupted as interrupted:
        _say(interrupted)
        return INTERRUPTED
    except BrokenPipeError:  # the reader of a pipe has left: nothing to say
        sys.stdout = None
        return 0
    except OSError as error:
        sys.stdout = None  # what could not be written is not tried again at the end
        _say(f"can't write the output: {error.strerror}")
        return USER_MISTAKE
    except (KeyboardInterrupt, typer.Abort):
        code = INTERRUPTED
    if code == INTERRUPTED:
        _say("interrupted")
    return int(code)


def _say(message: object) -> None:
    """One line on standard error."""
    from nldt.errors import shortened

    print(f"nldt: {shortened(' '.join(str(message).split()))}", file=sys.stderr)
