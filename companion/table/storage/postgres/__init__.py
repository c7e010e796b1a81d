"""One PostgreSQL database that several processes serve, on one machine or on many.

It is written to through one connection of each process, and what was written is told to the others by NOTIFY, which
carries a table and a number and nothing else.
"""

from companion.table.storage.postgres.address import database_url as database_url
from companion.table.storage.postgres.database import PostgreSQL as PostgreSQL
from companion.table.storage.postgres.database import create_database_engine as create_database_engine
from companion.table.storage.postgres.listening import CHECK_SECONDS as CHECK_SECONDS
from companion.table.storage.postgres.listening import SERVING_LOCK as SERVING_LOCK
