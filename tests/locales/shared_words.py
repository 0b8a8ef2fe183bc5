"""Texts that are rightly the same as in English, and why."""

SAME_AS_ENGLISH: dict[str, dict[str, str]] = {
    "de": {
        "terminal.colour.neutral": "the German word is the same",
    },
    "fr": {
        "rules.carnac.options.title": "the French word is the same",
        "rules.carnac.scoring.title": "the French rule sheet's plural is dolmens",
    },
    "nl": {
        "rules.carnac.scoring.title": "the Dutch rule sheet's plural is dolmens",
        "terminal.dolmens": "the Dutch rule sheet's plural is dolmens",
    },
}
