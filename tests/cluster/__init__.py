"""A real cluster, what can go wrong in it, and people who play meanwhile and note what they were told."""
