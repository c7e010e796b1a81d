"""A table's log, its state, and the view that each person may have of it. Pure: no database, no clock."""
