"""A second opinion on every sentence of a review or a hint, from the plain rules.

Nothing here imports what makes the sentences: groups, dolmens, ways across and winning placements are counted
anew, as plainly as possible, and only `stonefield.games` is asked what may be played and what it leads to.
"""
