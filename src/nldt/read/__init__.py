"""Rules as people type or paste them, read back: the one place that reads what ``write`` prints."""
