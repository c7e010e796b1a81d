"""Tests over real HTTP, with the real server in a process of its own, which can be killed."""
