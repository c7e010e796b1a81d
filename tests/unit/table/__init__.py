"""Laws of a table in play, whatever the game; no pages and no HTTP."""
