"""One PostgreSQL database for several processes, on one machine or many.

Each process writes through one connection. NOTIFY tells the others a table and an entry number, nothing else.
"""
