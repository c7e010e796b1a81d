"""The Flask application. `app.py` builds it; `pages` import `live` and `monitoring`, which import `http`."""
