"""The service that takes commands, saves them and wakes event streams.

Imports all other packages of `table`.
"""
