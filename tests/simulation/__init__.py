"""A service of many processes in one event loop with virtual time; the same seed is the same run.

`loop.py` is the loop, `cluster.py` has the processes, `trouble.py` lets things go wrong, `world.py` is one
whole run, and `faults.py` plants mistakes that have to be found. With PYTHONPATH=tests,
`python -m simulation --seed 17 --trace` shows a run.
"""
