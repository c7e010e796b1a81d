"""The service that takes commands, saves them and wakes event streams."""
