"""Caminos' decisions explained: by the ways across, by threats and by groups."""
