"""What a hand should say that somebody looks at, game by game, in the order in which it lies there."""
