"""A tree that grew on a sample, asked of all rows of a table of partitions: ends, weights, structures, leaves."""
