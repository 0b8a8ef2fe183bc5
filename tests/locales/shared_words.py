"""Texts that are rightly the same as in English: in which languages, and why."""

_ALL = "de fr nl it hu ro"

SAME_AS_ENGLISH = {
    "Stonefield": (_ALL, "our name"),
    "Carnac": (_ALL, "the game's name"),
    "Caminos": (_ALL, "the game's name"),
    "Boardspace": (_ALL, "a name"),
    "AbstractPlay": (_ALL, "a name"),
    "JSON": (_ALL, "a name"),
    "{minutes} min + {seconds} s": ("de fr nl it ro", "international units"),
    "No": ("it", "the same word"),
    "Neutral": ("de", "the same word"),
    "neutral": ("de", "the same word"),
    "Text": ("de ro", "the same word"),
    "Torus": ("de nl", "the same word"),
    "Megalith {number}": ("de", "the rule sheet's word"),
    "Menu": ("fr nl it", "the same word"),
    "Options": ("fr", "the same word"),
    "Points": ("fr", "the same word"),
    "Animations": ("fr", "the same word"),
    "Volume": ("fr nl it", "the same word"),
    "Vibration": ("de", "the same word"),
    "Notation": ("de fr", "the same word"),
    "Notes": ("fr", "the same word"),
    "West": ("de nl", "the same word"),
    "Tip": ("nl", "the same word"),
    "Studies": ("nl", "the same word"),
    "Wanderer": ("de", "the same word"),
    "Druid": ("ro", "the same word"),
    "Sage": ("fr", "the same word"),
    "Pause": ("de fr", "the same word"),
    "Dolmens": ("fr nl", "the rule sheet's plural"),
    "{square} ({count} cubes)": ("fr", "the same word"),
    "{count} point": ("fr", "the same word"),
    "{count} points": ("fr", "the same word"),
    "{count} dolmen": ("fr nl", "the rule sheet's word"),
    "{count} dolmens": ("fr nl", "the rule sheet's plural"),
    "{colour}: {count} dolmen": ("nl", "the rule sheet's word"),
    "{colour}: {count} dolmens": ("nl", "the rule sheet's plural"),
}


def may_be_the_same(language: str, text: str) -> bool:
    """Whether a language uses the English words for this text."""
    return language in SAME_AS_ENGLISH.get(text, ("", ""))[0].split()
