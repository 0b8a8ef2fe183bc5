"""What processes of our own do; everything here is declared as a `Task`."""
