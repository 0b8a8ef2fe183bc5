"""What the page and the programs ask for is there, and nothing is there that nobody asks for."""

import ast
import re
from functools import cache
from pathlib import Path

from stonefield.course import lessons
from stonefield.locales import Catalogue
from stonefield.locales.rules import rules_page
from stonefield.server.protocol.problems import REFUSALS

ROOT = Path(__file__).parents[2]
STRING = re.compile(r"'([^'\n]+)'|\"([^\"\n]+)\"|`([^`]+)`")
ASKED = re.compile(r"\bt\(\s*(?:" + STRING.pattern + ")")


@cache
def page():
    """The sources of the page, tests aside."""
    files = [path for path in (ROOT / "frontend" / "src").rglob("*") if path.suffix in (".ts", ".svelte")]
    return {path: path.read_text("utf-8") for path in files if ".test." not in path.name}


@cache
def programs():
    """The strings of every program, and apart those that it asks a catalogue for, with the file."""
    strings, asked = set(), set()
    for path in (*(ROOT / "src").rglob("*.py"), *(ROOT / "scripts").glob("setup*.py")):
        # The command line's own words: there "stock" asks for terminal.stock.
        prefix = "terminal." if "cli" in path.parts else ""
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.JoinedStr | ast.Constant):
                strings |= {spelled(node), prefix + spelled(node)}
            match node:
                case ast.Call(
                    func=ast.Attribute(attr="text" | "say"), args=[ast.JoinedStr() | ast.Constant(), *_]
                ):
                    asked.add((prefix + spelled(node.args[0]).removeprefix(prefix), path))
    return strings - {"terminal.{}", "terminal.terminal.{}"}, asked


def spelled(node):
    """The text of a Python string; the holes of an f-string are ``{}``."""
    if isinstance(node, ast.JoinedStr):
        return "".join(part.value if isinstance(part, ast.Constant) else "{}" for part in node.values)
    return str(node.value)


def written(match):
    """The text of a string of the page; the holes of a template are ``{}``."""
    return re.sub(r"\$\{[^}]*\}", "{}", match[1] or match[2] or match[3])


def pattern(text):
    """A string with holes as an expression for the keys it can become."""
    return re.compile(r"\w+".join(re.escape(part) for part in text.split("{}")))


def test_every_key_that_is_asked_for_exists():
    keys = Catalogue("en").texts.keys()
    asked = {(written(match), path) for path, source in page().items() for match in ASKED.finditer(source)}
    missing = [
        f"{key} in {path.relative_to(ROOT)}"
        for key, path in asked | programs()[1]
        if not any(pattern(key).fullmatch(known) for known in keys)
    ]
    assert sorted(missing) == []


def test_no_key_is_never_used():
    strings = programs()[0] | {written(m) for source in page().values() for m in STRING.finditer(source)}
    strings |= {f"rules.{game}.{s.name}.{{}}" for game in ("carnac", "caminos") for s in rules_page(game)}
    strings |= {key for lesson in lessons() for key in lesson.keys}
    # A template must begin with words: one of holes and dots alone would match everything.
    templates = [pattern(text) for text in strings if re.match(r"[a-z]\w*\..*\{\}", text)]
    unused = [
        key
        for key in Catalogue("en").texts
        if key not in strings and not any(template.fullmatch(key) for template in templates)
    ]
    assert unused == []


def test_every_problem_of_the_server_has_a_text():
    assert set(REFUSALS) == {
        key.removeprefix("error.") for key in Catalogue("en").texts if key.startswith("error.")
    }
