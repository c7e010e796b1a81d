"""Event streams and what they carry."""
