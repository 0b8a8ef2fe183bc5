"""No word of the page is written into its components."""

import re
from pathlib import Path

SOURCES = Path(__file__).parents[2] / "frontend" / "src"
COMPONENTS = sorted(SOURCES.rglob("*.svelte"))
SPOKEN = re.compile(r"\b(?:aria-(?:label|description|valuetext)|title|alt|placeholder|label)=([\"'])(.*?)\1")
WORD = re.compile(r"[^\W\d_]{2}")


def markup(source):
    """What is left of a component without its script, styles and comments, expressions emptied to ``{}``."""
    source = re.sub(r"<(script|style)\b.*?</\1>|<!--.*?-->", "", source, flags=re.DOTALL)
    while (smaller := re.sub(r"\{[^{}]+\}|\{(?:[^{}]|\{\})+\}", "{}", source)) != source:
        source = smaller
    return source


def said_by(source):
    """The words that a component says of its own."""
    spoken = [match[2] for match in SPOKEN.finditer(source)]
    written = re.split(r"<[^<>]*>", re.sub(r"=>|[<>]=", "", source))
    return [text.strip() for text in (*spoken, *written) if WORD.search(text)]


def test_no_component_says_anything_of_its_own():
    assert COMPONENTS
    said = {
        path.relative_to(SOURCES).as_posix(): said_by(markup(path.read_text("utf-8"))) for path in COMPONENTS
    }
    assert {name: words for name, words in said.items() if words} == {}


def test_a_word_in_a_component_would_be_found():
    source = "<script>const a = 'word';</script><p title='{t(`x.${y}`)}'>{#if a}Hello {name}{/if}</p>"
    assert said_by(markup(source)) == ["{}Hello {}{}"]
