"""What each page of a payout should say, from its fact and the sentences of the game."""
