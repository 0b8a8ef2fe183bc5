"""The reference of the server's API, written from its models: `python scripts/api_reference.py`.

Paths come from the application's OpenAPI document, prices from its routes, messages and models from the
protocol. A test checks that docs/api-reference.md is what this writes.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from stonefield.server.app import ROUTERS, create_app
from stonefield.server.protocol import caminos, carnac, messages
from stonefield.server.protocol.base import all_messages
from stonefield.server.protocol.problems import REFUSALS
from stonefield.server.settings import Quotas, ServerSettings
from stonefield.server.web.budgets import SOCKET
from stonefield.server.web.prices import PricedRoute

PAGE = Path(__file__).resolve().parents[1] / "docs" / "api-reference.md"
WIDTH = 120
SECTIONS = {
    "The server": ("health", "ready", "catalogue", "showcase", "addresses", "locales", "rules"),
    "Games": ("games", "imports", "challenges"),
    "The lobby": ("lobby", "seeks"),
    "Positions, pictures and films": ("positions", "lines", "moments", "picture.{kind}", "films"),
    "Links elsewhere": ("{kind}", "oembed"),
    "The course": ("lessons",),
    "The explorer": ("explorer",),
    "Studies and reviews": ("studies", "reviews"),
    "Puzzles": ("puzzles",),
    "Practice profiles": ("learners",),
    "Accounts and sessions": ("accounts", "sessions"),
    "Messages": ("notifications",),
    "Reports and moderation": ("reports", "moderation"),
}
"""The paths of each section, by the word after `/api/`."""
SOCKETS = {
    "The socket of a game": ("/api/games/{game}/socket", "ClientMessage", "ServerMessage"),
    "The socket of the lobby": ("/api/lobby/socket", "LobbyClientMessage", "LobbyServerMessage"),
    "The socket of a study": ("/api/studies/{study}/socket", "StudyClientMessage", "StudyServerMessage"),
}
REASONS = {"Every game": messages.REASONS, "Carnac": carnac.REASONS, "Caminos": caminos.REASONS}
REFERENCE = "#/components/schemas/"
_MESSAGES = {message.__name__: message for message in all_messages()}
Schema = Mapping[str, Any]


def reference() -> str:
    """The whole page."""
    document = create_app(ServerSettings(database="sqlite:///unused.db")).openapi()
    schemas = document["components"]["schemas"]
    return "\n".join(
        [*_head(), *_paths(document["paths"]), *_sockets(schemas), *_codes(), *_models(schemas), ""]
    )


def _head() -> Iterator[str]:
    quotas = Quotas()
    yield "# API reference"
    yield ""
    yield "<!-- Written by `python scripts/api_reference.py` from the models. Edit those, not this page. -->"
    yield ""
    yield from _wrapped(
        "Every path, message, code and model of the server; [api.md](api.md) explains how they work "
        "together. The same as OpenAPI: `/openapi.json` of a running server, or "
        "`python -m stonefield.server.protocol.schema` (models only)."
    )
    yield ""
    yield from _wrapped(
        f"**Limits.** Every request costs points. A person has {quotas.requests_per_second:g} per second "
        f"and up to {quotas.requests_per_second * quotas.burst_seconds:g} at once; beyond that the answer is "
        f"429 `too_many` with `Retry-After`. A body has at most {quotas.body_bytes:,} bytes, a message of a "
        f"socket {quotas.message_bytes:,}. [All limits](serving.md#limits)."
    )
    yield ""
    yield from _wrapped(
        "**Answers.** Every path can also answer with a 4xx or 5xx and a [`Problem`](#problem)."
    )
    yield ""
    for title in (*SECTIONS, *SOCKETS, "Codes of problems", "Codes of reasons", "Models"):
        yield f"- [{title}](#{_anchor(title)})"


def _paths(paths: Mapping[str, Schema]) -> Iterator[str]:
    known = {word for words in SECTIONS.values() for word in words}
    for path in paths:
        if _word(path) not in known:
            raise ValueError(f"`{path}`: it is in no section")
    for title, words in SECTIONS.items():
        yield from ("", f"## {title}")
        for path, methods in paths.items():
            if _word(path) in words:
                for method, operation in methods.items():
                    yield from _operation(method.upper(), path, operation)


def _word(path: str) -> str:
    return path.removeprefix("/api/").partition("/")[0]


def _operation(method: str, path: str, operation: Schema) -> Iterator[str]:
    points = _prices()[method, path]
    yield from ("", f"### `{method} {path}`", "")
    yield from _wrapped(f"{_one_line(operation.get('description', ''))} *{_points(points)}.*")
    yield ""
    for parameter in operation.get("parameters", ()):
        if parameter["name"] == "authorization":
            yield from _item("`Authorization` (header)", "`Bearer` and a token, optional", "")
            continue
        required = parameter["required"] and parameter["in"] != "path"
        kind = _type(parameter["schema"]) + (", required" if required else "")
        name = f"`{parameter['name']}` ({parameter['in']})"
        yield from _item(name, kind, parameter.get("description", ""))
    if "requestBody" in operation:
        (content,) = operation["requestBody"]["content"].values()
        yield from _item("Body", _type(content["schema"]), "")
    for status, answer in operation["responses"].items():
        if int(status) < 300:
            yield from _item(f"Answer {status}", _content(answer.get("content", {})), "")


@cache
def _prices() -> dict[tuple[str, str], float]:
    return {
        (method, route.path): route.price.points
        for router in ROUTERS
        for route in router.routes
        if isinstance(route, PricedRoute)
        for method in route.methods
    }


def _content(content: Mapping[str, Schema]) -> str:
    if not content:
        return "nothing"
    schemas = [found["schema"] for found in content.values() if found.get("schema")]
    return _type(schemas[0]) if schemas else ", ".join(f"`{media}`" for media in content)


def _points(points: float) -> str:
    return "1 point" if points == 1 else f"{points:g} points"


def _sockets(schemas: Mapping[str, Schema]) -> Iterator[str]:
    for title, (path, taken, sent) in SOCKETS.items():
        yield from ("", f"## {title}", "", f"`WS {path}`. *Opening it: {_points(SOCKET)}.*")
        for heading, union in (("The page sends", taken), ("The server sends", sent)):
            yield from ("", f"**{heading}** ([`{union}`](#{_anchor(union)})):", "")
            for tag, model in schemas[union]["discriminator"]["mapping"].items():
                name = model.removeprefix(REFERENCE)
                text = _one_line(schemas[name]["description"])
                if union == taken:
                    text = f"{_sentence(text)} *{_points(_MESSAGES[name].price)}*"
                yield from _item(f"`{tag}`", _link(name), text)


def _codes() -> Iterator[str]:
    yield from ("", "## Codes of problems", "")
    yield from _wrapped(
        "What a [`Problem`](#problem) and a [`Refused`](#refused) have as `code`, with the HTTP status."
    )
    yield ""
    for code, (status, meaning) in REFUSALS.items():
        yield from _item(f"`{code}`", str(status), meaning)
    yield from ("", "## Codes of reasons", "")
    yield from _wrapped(
        "What a [`ClaimView`](#claimview) of a hint has as `code`: `colour` is whose, `count` how many, "
        "`other` the number it is compared with, `squares` which, and `line` the hint's. What is said of a "
        "placement in Carnac holds whatever the opponent answers, or after the expected answer. "
        "[The claims of reviews](study.md) have these and more."
    )
    for title, meanings in REASONS.items():
        yield from ("", f"**{title}**", "")
        for code, meaning in meanings.items():
            yield from _item(f"`{code}`", meaning, "")


def _models(schemas: Mapping[str, Schema]) -> Iterator[str]:
    yield from ("", "## Models", "")
    yield from _wrapped(
        "In what the server sends, every field is present. In what it takes, optional ones may be left out, "
        "and unknown ones are refused."
    )
    for name in sorted(schemas, key=str.lower):
        schema = schemas[name]
        yield from ("", f"### `{name}`", "")
        if schema.get("description"):
            yield from _wrapped(_one_line(schema["description"]))
            yield ""
        if "discriminator" in schema:
            yield from _wrapped(f"One of these, told apart by `{schema['discriminator']['propertyName']}`:")
            yield ""
            for tag, model in schema["discriminator"]["mapping"].items():
                yield f"- `{tag}`: {_link(model.removeprefix(REFERENCE))}"
        elif "properties" in schema:
            required = schema.get("required", ())
            for field, found in schema["properties"].items():
                optional = "" if field in required else ", optional"
                yield from _item(f"`{field}`", f"{_type(found)}{optional}", found.get("description", ""))
        else:
            yield from _wrapped(f"One of {_type(schema)}." if "enum" in schema else f"A {_type(schema)}.")


def _item(name: str, kind: str, text: str) -> Iterator[str]:
    line = f"- {name}: {kind}." + (f" {_sentence(_one_line(text))}" if text else "")
    yield from textwrap.wrap(
        line.replace("..", "."), WIDTH, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False
    )


def _sentence(text: str) -> str:
    return text if text.endswith(".") else f"{text}."


def _wrapped(text: str) -> Iterable[str]:
    return textwrap.wrap(text, WIDTH, break_long_words=False, break_on_hyphens=False)


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _anchor(title: str) -> str:
    return re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")


def _link(name: str) -> str:
    return f"[`{name}`](#{_anchor(name)})"


def _type(schema: Schema) -> str:
    """A type in words, with its limits and its default."""
    text = _bare_type(schema)
    if schema.get("default") not in (None, "", []):
        text += f", default `{schema['default']}`"
    return text


def _bare_type(schema: Schema) -> str:
    if "$ref" in schema:
        return _link(schema["$ref"].removeprefix(REFERENCE))
    if "anyOf" in schema:
        return " or ".join(_bare_type(one) for one in schema["anyOf"])
    if "const" in schema:
        return f"`{schema['const']}`"
    if "enum" in schema:
        words = [f"`{word}`" if word != "" else '`""`' for word in schema["enum"]]
        return " or ".join(filter(None, [", ".join(words[:-1]), words[-1]]))
    if "prefixItems" in schema:
        return f"[{', '.join(_bare_type(one) for one in schema['prefixItems'])}]"
    kind = schema.get("type")
    if kind == "array":
        return f"list of {_bare_type(schema['items'])}{_limits(schema, 'minItems', 'maxItems')}"
    if schema.get("additionalProperties") is True:
        return "object"
    if kind == "object":
        return f"map from names to {_bare_type(schema['additionalProperties'])}"
    limits = _limits(schema, "minLength", "maxLength", " characters") or _limits(schema, "minimum", "maximum")
    pattern = f", `{schema['pattern']}`" if "pattern" in schema else ""
    return f"{kind}{limits}{pattern}"


def _limits(schema: Schema, low: str, high: str, unit: str = "") -> str:
    least, most = schema.get(low), schema.get(high)
    if most is None:
        return f" ({least:,g} or more)" if least is not None else ""
    return (
        f" ({_number(least)} to {_number(most)}{unit})"
        if least is not None
        else f" (up to {_number(most)}{unit})"
    )


def _number(value: float) -> str:
    return f"{int(value):,}" if value == int(value) else f"{value:,g}"


if __name__ == "__main__":
    PAGE.write_text(reference(), "utf-8", newline="\n")
