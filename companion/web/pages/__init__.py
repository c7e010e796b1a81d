"""The pages: modules with a blueprint `pages`, and `errors` and `start_page`, which they use."""
