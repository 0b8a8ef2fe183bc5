"""Stonefield without a server: the server's own answers, from the standard library and our sources alone.

It runs in a browser (Pyodide), and elsewhere. `pocket.py` is the way in: a text goes in, a text comes out.
"""
