"""The HTTP server: sockets, limits of connections, start and stop. Imports the web application."""
