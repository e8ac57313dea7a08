"""The version of the package, for pages and for the command line."""

__version__ = "0.1.0"
