"""The words of a hand that its owner looks at, by game, in the order in which it lies there."""
