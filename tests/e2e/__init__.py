"""Tests in real browsers."""
