"""Commands: who may do what, and when."""
