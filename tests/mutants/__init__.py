"""Mutants: the tree with one small fault in it, which some test should catch. `make mutants`; see CONTRIBUTING."""
