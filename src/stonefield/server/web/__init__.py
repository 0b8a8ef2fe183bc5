"""HTTP and WebSocket: the API, the guard before it, and the files of the page."""
