"""Models as people and programs read them: one file a format."""
