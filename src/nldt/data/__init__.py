"""Tables in: from files and frames to training rows."""
