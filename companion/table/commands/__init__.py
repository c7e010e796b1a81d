"""Commands that devices send: one handler each, which checks rights and makes a log entry.

Imports the model and storage.
"""
