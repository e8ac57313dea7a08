"""The command line: one file a command."""

from __future__ import annotations

import atexit
import gc
import os
import re
import signal
import sys
import time
import warnings
from types import FrameType
from typing import Any

from nldt.cli.streams import lasting

__all__ = ["main"]

INTERRUPTED = 130
USER_MISTAKE = 2
# What typer says, in the words of whichever library it reads numbers with, and what is meant.
NUMBERS = {"integer|greater than or equal": "a whole number", "valid (number|float)": "a number"}


def main() -> None:
    """Run the command line; a user's mistake is one line on standard error and exit code 2."""
    began = time.monotonic()
    atexit.register(gc.freeze)  # nobody needs what is left, and looking through it takes a third of a second
    signal.signal(signal.SIGINT, _heeding(signal.getsignal(signal.SIGINT)))
    for name in ("SIGTERM", "SIGHUP"):  # as Ctrl-C; Windows has no SIGHUP
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _heeding(signal.default_int_handler))
    sys.stdout, sys.stderr = lasting(sys.stdout), lasting(sys.stderr)
    warnings.showwarning = lambda message, *_, **__: _say(message)
    sys.exit(_run(sys.argv[1:] or ["--help"], began))


def _run(arguments: list[str], began: float) -> int:
    """The exit code of a command line; its time is counted from ``began``."""
    import typer

    from nldt.cli.app import app
    from nldt.cli.interruption import Interrupted, ReaderLeft
    from nldt.cli.spelling import option_name, typed_option
    from nldt.errors import InputError, parameters_called

    # Typer may use its own copy of click: this is click.UsageError in either case.
    usage_error: Any = typer.BadParameter.__base__
    try:
        with parameters_called(option_name, typed_option):
            code = app(args=arguments, prog_name="nldt", standalone_mode=False, obj=began) or 0
        sys.stdout.flush()
    except InputError as error:
        _say(error)
        return USER_MISTAKE
    except usage_error as error:
        _say(_in_own_words(error, arguments))
        return USER_MISTAKE
    except Interrupted as interrupted:
        _say(interrupted)
        return INTERRUPTED
    except (BrokenPipeError, ReaderLeft):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # Python would tell of what it could not write
        return 0
    except MemoryError:
        _say("there is not enough memory: leave out columns or rows, or read them by partitions, from a folder")
        return USER_MISTAKE
    except OSError as error:
        sys.stdout = None  # what could not be written is not tried again at the end
        _say(f"can't write the output: {error.strerror}")
        return USER_MISTAKE
    except (KeyboardInterrupt, typer.Abort):
        code = INTERRUPTED
    if code == INTERRUPTED:
        _say("interrupted")
    return int(code)


def _in_own_words(error: Any, arguments: list[str]) -> str:
    """What is wrong with a command line, with the value that was typed where a number was to be."""
    message = str(error.format_message()).replace("Value error, ", "")  # what reads the value says so of all its errors
    must_be = next((words for pattern, words in NUMBERS.items() if re.search(pattern, message)), None)
    options = getattr(getattr(error, "param", None), "opts", [])
    for argument, following in zip(arguments, [*arguments[1:], ""], strict=True):
        name, is_joined, value = argument.partition("=")
        if must_be is not None and name in options:
            least = re.search(r"equal to (\d+)", message)
            number = f"{must_be}, {least[1]} or more" if least else must_be
            return f"{name} {value if is_joined else following}: must be {number}"
    return message


def _heeding(usual: Any) -> Any:
    """What an interrupt does: as usual, but that the command ends at once while modules load.

    Compiled modules turn a KeyboardInterrupt among their first lines into other errors, or lose it. Nothing has been
    begun by then: files are written whole, by modules that are there.
    """
    if usual is not signal.default_int_handler:  # ignored, as in the background, or somebody else's
        return usual

    def heed(number: int, frame: FrameType | None) -> None:
        if _is_loading(frame):
            _say("interrupted")
            os._exit(INTERRUPTED)
        usual(number, frame)

    return heed


def _is_loading(frame: FrameType | None) -> bool:
    """Whether an import is under way above a frame."""
    while frame is not None:
        if frame.f_code.co_filename == "<frozen importlib._bootstrap>":
            return True
        frame = frame.f_back
    return False


def _say(message: object) -> None:
    """One line on standard error."""
    from nldt.errors import shortened

    try:
        print(f"nldt: {shortened(' '.join(str(message).split()))}", file=sys.stderr, flush=True)
    except OSError:  # nobody can be told; what could not be written is not tried again at the end
        sys.stderr = None
