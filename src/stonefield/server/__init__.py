"""The web application: HTTP and WebSocket API, live games, storage, engine pool."""
