"""Templates, drawings and fonts."""
