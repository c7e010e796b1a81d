"""Addresses of this machine and trusted proxies. Imports nothing of ours."""
