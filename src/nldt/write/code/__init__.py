"""Models as programs: every export computes what ``predict`` computes, to the last bit."""
