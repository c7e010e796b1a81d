"""Commands of devices: each has a handler that checks permissions and drafts a log entry."""
