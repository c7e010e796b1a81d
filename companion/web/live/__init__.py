"""The public part of a table's page, rendered once for all, and its event streams."""
