"""How much a record may hold, whatever it is read from. docs/records.md lists these limits."""

LONGEST_TEXT = 16_000_000
"""Characters in one text: some ten thousand games."""
DEEPEST = 50
"""Variations in each other."""
MOST_VARIATIONS = 10_000
"""Variations in one game, those in variations included."""
MOST_OWN_SETUPS = 8
"""Players' own boards and piece sets in one text: each has to be worked out before it is played on."""
MOST_TAGS = 100
LONGEST_TAG_NAME = 64
LONGEST_TAG = 20_000
"""Characters in the value of a tag."""
LONGEST_CLOCK = 3_600_000
"""Seconds."""
DEEPEST_JSON = 250
"""Objects and arrays in each other: every variation takes four of them."""
DEEPEST_SGF = 120
"""Branches in each other: one for every decision of a game, and the variations."""
