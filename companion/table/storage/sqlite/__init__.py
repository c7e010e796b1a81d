"""One data folder with an SQLite file: lock, file modes, opening and writing."""
