"""Scripts of jobs are run by their tests, not imported in search of doctests."""

collect_ignore_glob = ["jobs/*"]
