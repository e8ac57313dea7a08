"""``python -m nldt.cli``."""

from nldt.cli import main

main()
