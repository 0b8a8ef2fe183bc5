"""Accounts: ways in, sessions, and what belongs to a person who is signed in."""
