"""Positions of ordinary games in which every decision is proven: what players are measured by."""
