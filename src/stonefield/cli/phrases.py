"""What is said of any game, in the reader's language: colours, players, shares, moves."""

from __future__ import annotations

from stonefield.games.game import Position
from stonefield.locales import Catalogue

MOST_MOVES = 40
"""At most this many moves are listed."""


class Phrases:
    """The phrases of one language."""

    def __init__(self, words: Catalogue) -> None:
        self.words = words

    def text(self, key: str, **values: object) -> str:
        return self.words.text(f"terminal.{key}", **values)

    def colour(self, name: str) -> str:
        """The word for a colour; its name where the language has none."""
        return self._name("terminal.colour", name)

    def side(self, name: str) -> str:
        """A colour as its player, at the head of a sentence: "Red", "Il Rosso"."""
        return self._name("side", name)

    def shade(self, name: str) -> str:
        """A colour as something seen: "red"."""
        return self._name("shade", name)

    def game(self, name: str) -> str:
        """What a game is called."""
        return self._name("game", name)

    def proven(self, result: str) -> str:
        """What is proven for the side that decides: "wins"."""
        return self._text_or(f"study.proven.{result}", result)

    def percent(self, share: float) -> str:
        """A share of 1 in per cent: "14%", "14 %"."""
        return self.text("percent", number=f"{100 * share:.0f}")

    def _name(self, family: str, name: str) -> str:
        return self._text_or(f"{family}.{name}", name)

    def _text_or(self, key: str, name: str) -> str:
        return self.words.text(key) if key in self.words.texts else name

    def who(self, position: Position, player: int) -> str:
        """A player's number, or seat."""
        return self.text("seat" if 0 in position.players else "player", number=player)

    def on_turn(self, position: Position) -> dict[str, str]:
        """The colour and the player that decide now, as texts about a turn want them."""
        return {"colour": self.side(position.turn), "who": self.who(position, position.player)}

    def moves(self, position: Position) -> str:
        """What may be played now, the first of them if they are many."""
        moves = [str(move) for move in position.legal_moves()]
        listed = moves if len(moves) <= MOST_MOVES else [*moves[:MOST_MOVES], "…"]
        return self.text("play.legal", count=len(moves), moves=" ".join(listed))
