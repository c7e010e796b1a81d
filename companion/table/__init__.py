"""One table in play, whatever the game: model, commands, storage and service. No Flask."""
