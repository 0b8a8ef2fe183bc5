"""What all models are made of."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, with_config
from typing_extensions import TypedDict

Colour: TypeAlias = str
SquareName: TypeAlias = str


def doc(text: str) -> Any:
    """What a field means, for the OpenAPI document and the types made from it."""
    return Field(description=text)


Version: TypeAlias = Annotated[int, doc("Number of accepted changes")]


class Request(BaseModel):
    """What a page sends; a word we do not know is an error, not a silence."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Message(Request):
    """What a page says on a socket, or may say there."""

    price: ClassVar[float]
    """Points: about the milliseconds that the server is busy with it, whatever is charged by size aside."""


def all_messages(kind: type[Message] = Message) -> Iterator[type[Message]]:
    """The messages that there are; those others are made of are not among them."""
    for one in kind.__subclasses__():
        if "type" in one.model_fields:
            yield one
        yield from all_messages(one)


@with_config(extra="forbid", strict=True)
class View(TypedDict):
    """A part of what the server sends: an ordinary dictionary, encoded as it is.

    The type checker holds every place that builds one against its fields, and the tests hold every message
    sent against its model, so that nothing is checked again while people play.
    """
