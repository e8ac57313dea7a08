"""How a command ends before its end: interrupted, with something to say, or because nobody reads on."""


class Interrupted(Exception):  # noqa: N818  (an event, not an error)
    """The user interrupted; the message is the one line to print."""


class ReaderLeft(Exception):  # noqa: N818
    """The reader of a pipe has closed it: nothing to say, and nobody to say it to."""
