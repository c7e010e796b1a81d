"""What evenings tell together, reckoned twice."""
