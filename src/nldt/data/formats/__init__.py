"""Files as people have them: each kind is read into one ``Table``."""
