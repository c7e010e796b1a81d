"""The proofs. `games/` holds the rules, the files here the record and the command line."""
