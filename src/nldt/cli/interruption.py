"""An interrupt after which a command has something to say."""


class Interrupted(Exception):  # noqa: N818  (an event, not an error)
    """The user interrupted; the message is the one line to print."""
