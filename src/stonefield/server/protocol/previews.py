"""What other sites ask about a link: oEmbed 1.0."""

from __future__ import annotations

from typing import Annotated, Literal

from stonefield.server.protocol.base import View, doc


class Oembed(View):
    """A game, study or puzzle to be shown within another page (https://oembed.com)."""

    version: Literal["1.0"]
    type: Literal["rich"]
    provider_name: Annotated[str, doc("`Stonefield`")]
    provider_url: Annotated[str, doc("The server's address")]
    title: Annotated[str, doc("The game and its players, the study's title, or the puzzle")]
    html: Annotated[str, doc("An `iframe` with the board")]
    width: Annotated[int, doc("Of the `iframe`, in pixels")]
    height: int
    thumbnail_url: Annotated[str, doc("The picture of the link")]
    thumbnail_width: int
    thumbnail_height: int
