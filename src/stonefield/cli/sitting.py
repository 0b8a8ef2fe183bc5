"""A game at one keyboard: what the players type, and what they see."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from stonefield.cli.inputs import write_records
from stonefield.cli.telling import Teller, drawing, tell
from stonefield.games.game import StonefieldError
from stonefield.records import Record


class Table:
    """A game being played: the record so far, and every record before it for taking back."""

    def __init__(self, record: Record, teller: Teller, colour: bool | None) -> None:
        self.record, self.teller, self.colour = record, teller, colour
        self.before: list[Record] = []
        self.saved: Record | None = None
        self.path: Path | None = None
        self.leaving = False
        self.commands: dict[str, Callable[[str], None]] = {
            "help": lambda _: self.help(),
            "?": lambda _: self.help(),
            "moves": lambda _: self.list_moves(),
            "undo": lambda _: self.take_back(),
            "score": lambda _: self.tell_standing(),
            "save": self.save,
            "resign": lambda _: self.resign(),
            "quit": lambda _: self.quit(),
            "exit": lambda _: self.quit(),
        }

    def say(self, key: str, **values: object) -> None:
        tell(self.teller.text(key, **values))

    def sit_down(self) -> None:
        """Play until somebody leaves."""
        self.say("play.welcome")
        if self.record.start.game.name == "caminos":
            self.say("reconstructed")
        self.draw()
        while not self.leaving:
            colour = self.teller.colour(self.record.final.turn)
            try:
                typed = input(self.teller.text("play.prompt", colour=colour))
            except EOFError:
                print()
                return
            if typed.strip():
                self.obey(typed.strip())

    def obey(self, typed: str) -> None:
        """Do what was typed: a command, or moves."""
        word, _, rest = typed.partition(" ")
        try:
            if word.lower() in self.commands:
                self.commands[word.lower()](rest.strip())
            else:
                self.move(typed.split())
        except (StonefieldError, OSError) as error:
            tell(str(error))

    def move(self, words: list[str]) -> None:
        """Play one move, or several if all of them can be played."""
        record = self.record
        for word in words:
            record = record.play(word.upper() if word in tuple("nesw") else word)
        self.turn_to(record)

    def turn_to(self, record: Record) -> None:
        self.before.append(self.record)
        self.record = record
        self.draw()

    def draw(self) -> None:
        position = self.record.final
        print()
        print(drawing(position, self.colour))
        if self.record.result == "*":
            for line in self.teller.turn(position):
                tell(line)
            return
        lines = self.teller.standing(position) if position.is_over else self.teller.result(self.record)
        for line in lines:
            tell(line)
        self.say("play.over")

    def help(self) -> None:
        game = self.record.start.game.name
        self.say(f"play.help.{game}")
        tell(self.teller.legend(self.record.final))
        self.say("play.help.commands")

    def list_moves(self) -> None:
        moves = [str(move) for move in self.record.final.legal_moves()]
        listed = moves if len(moves) <= 40 else [*moves[:40], "…"]
        self.say("play.legal", count=len(moves), moves=" ".join(listed))

    def tell_standing(self) -> None:
        for line in self.teller.standing(self.record.final):
            tell(line)

    def take_back(self) -> None:
        if not self.before:
            if not self.record.moves:
                self.say("play.nothing_to_take_back")
                return
            self.before = [Record.of(self.record.start, self.record.moves[:-1], self.record.tags)]
        undone = self.record.moves[len(self.before[-1].moves) :]
        self.record = self.before.pop()
        self.say("play.taken_back", move=" ".join(undone) or "resign")
        self.draw()

    def resign(self) -> None:
        position = self.record.final
        if self.record.result != "*":
            self.say("play.over")
            return
        beginner = position.colour_of(position.players[0])
        self.say("play.resigned", colour=self.teller.colour(position.turn))
        self.turn_to(self.record.finish("0-1" if position.turn == beginner else "1-0", "resignation"))

    def save(self, name: str) -> None:
        path = Path(name) if name else self.path
        if path is None:
            self.say("play.save_where")
            return
        if path.exists() and path != self.path:
            self.say("play.exists", path=path)
            return
        write_records(path, [self.record])
        self.saved, self.path = self.record, path
        self.say("play.saved", path=path)

    def quit(self) -> None:
        """Leave; a game that was not saved is asked about once."""
        if self.record.moves and self.record != self.saved:
            self.say("play.unsaved")
            self.saved = self.record
            return
        self.leaving = True
