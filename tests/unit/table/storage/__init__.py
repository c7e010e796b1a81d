"""Files and databases: opening, upgrading, group commit and wiping."""
