"""The proofs of Banque Fatale."""
