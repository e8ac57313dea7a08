"""One file a format: each turns a TreeModel into text."""
