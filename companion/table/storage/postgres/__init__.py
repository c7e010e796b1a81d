"""One PostgreSQL database for several processes, on one machine or many.

Each process writes through one connection. NOTIFY tells the others a table and an entry number, nothing else.
"""

from companion.table.storage.postgres.address import database_url as database_url
from companion.table.storage.postgres.database import PostgreSQL as PostgreSQL
from companion.table.storage.postgres.database import create_database_engine as create_database_engine
from companion.table.storage.postgres.listening import CHECK_SECONDS as CHECK_SECONDS
from companion.table.storage.postgres.listening import SERVING_LOCK as SERVING_LOCK
