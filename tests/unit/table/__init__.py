"""A table in play, whatever the game; no pages and no HTTP. Mirrors `companion/table`."""
