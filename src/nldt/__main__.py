"""``python -m nldt``: the command line of this very Python, wherever its scripts are."""

from nldt.cli import main

main()
