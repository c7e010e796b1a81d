"""All sentences in all languages side by side, on one page. `make words`; see CONTRIBUTING."""
