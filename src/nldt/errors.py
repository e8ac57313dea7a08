"""The one kind of error that is the user's to mend."""


class InputError(ValueError):
    """A mistake in what the user gave: a parameter, a table, a file. One line that says what and how to mend it."""


def list_names(names: list[str], most: int = 5) -> str:
    """Quoted names for an error message, the first few of many."""
    quoted = [repr(name) for name in names[:most]]
    if len(names) > most:
        quoted.append(f"{len(names) - most} more")
    return ", ".join(quoted)
