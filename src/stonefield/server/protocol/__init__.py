"""What goes over the wire: requests, messages and views, and the codes of everything that is refused."""
