"""What the house costs, measured."""
