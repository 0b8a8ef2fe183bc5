"""What a browser says it is, in a few words, so that a person knows their sessions again."""

from __future__ import annotations

_BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
    ("curl", "curl"),
    ("python", "Python"),
)
_SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
)
"""The first word that occurs says it: many browsers name others too."""


def device_of(user_agent: str) -> str:
    """Browser and system, such as `Firefox, Linux`; what is unknown is left out."""
    known = (
        next((word for sign, word in signs if sign in user_agent), "") for signs in (_BROWSERS, _SYSTEMS)
    )
    return ", ".join(filter(None, known))
