"""Tables of more rows than memory holds: some rows at a time, and what passes over all of them add up.

``table`` is what such a table can do, ``passes`` what is asked of it. One file a kind: ``arrow_dataset``,
``csv_pieces``, ``dask_table``; ``opened`` tells which one a user means. ``contents`` and ``survey`` are the passes
that read a table for a fit, ``row_reading`` is how they do.
"""
