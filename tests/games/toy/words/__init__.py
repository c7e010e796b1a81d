"""What Low Bid would say with words of its own, and what its tests would then have: both to be copied."""
