"""Statistics of finished games: players, games, seasons, and exports.

Pure functions over results that callers have filtered by what a viewer may see. No database, no Flask, no screen text.
Figures of different games are never added up, and among equals the earliest counts.
"""
