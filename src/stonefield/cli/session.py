"""A game at one keyboard: what the players type, and what they see; the engine may be one of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from stonefield.cli.inputs import write_records
from stonefield.cli.narration import narration_of
from stonefield.cli.narrator import Narrator, drawing, tell
from stonefield.cli.partner import Partner
from stonefield.games.game import StonefieldError
from stonefield.records import Record


class TerminalGame:
    """A game being played at the terminal: the record so far, and every record before it for taking back."""

    def __init__(self, record: Record, narrator: Narrator, colour: bool | None, partner: Partner) -> None:
        self.record, self.narrator, self.colour, self.partner = record, narrator, colour, partner
        partner.greet = lambda: self.say("play.preparing")
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
            "hint": lambda _: self.hint(),
            "save": self.save,
            "resign": lambda _: self.resign(),
            "quit": lambda _: self.quit(),
            "exit": lambda _: self.quit(),
        }

    def say(self, key: str, **values: object) -> None:
        tell(self.narrator.text(key, **values))

    def tell_all(self, lines: Iterable[str]) -> None:
        for line in lines:
            tell(line)

    def run(self) -> None:
        """Play until a player leaves."""
        self.say("play.with_engine" if self.partner.players else "play.welcome")
        self.tell_all(self.narrator.introduction(self.record.start))
        self.draw()
        while not self.leaving:
            self.let_engine_play()
            colour = self.narrator.colour(self.record.final.turn)
            try:
                typed = input(self.narrator.text("play.prompt", colour=colour))
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
        record, narration = self.record, narration_of(self.record.start.game.name)
        for word in words:
            record = record.play(narration.read(word))
        self.turn_to(record)

    def turn_to(self, record: Record) -> None:
        self.before.append(self.record)
        self.record = record
        self.draw()

    def let_engine_play(self) -> None:
        """Its moves count as answers to the last thing a person did: both are taken back together."""
        while self.record.result == "*" and self.partner.decides(self.record.final):
            try:
                move = self.partner.move(self.record)
            except StonefieldError as error:
                self.partner.players = frozenset()
                self.say("play.engine_gone", reason=error)
                return
            self.record = self.record.play(move)
            self.say("play.engine_plays", move=move)
            self.draw()

    def hint(self) -> None:
        if self.record.result != "*":
            self.say("play.over")
            return
        thought, turn = self.partner.hint(self.record), self.record.final.turn
        best = thought.lines[0]
        self.say(
            "play.hint",
            move=thought.best,
            colour=self.narrator.colour(turn),
            percent=round(100 * best.win_rate),
            line=" ".join(best.moves[:6]),
        )

    def draw(self) -> None:
        position = self.record.final
        print()
        print(drawing(position, self.colour))
        if self.record.result == "*":
            self.tell_all(self.narrator.turn(position))
            return
        ended = self.narrator.standing(position) if position.is_over else self.narrator.result(self.record)
        self.tell_all(ended)
        self.say("play.over")

    def help(self) -> None:
        tell(self.narrator.help(self.record.final))
        tell(self.narrator.legend(self.record.final))
        self.say("play.help.commands")

    def list_moves(self) -> None:
        tell(self.narrator.moves(self.record.final))

    def tell_standing(self) -> None:
        self.tell_all(self.narrator.standing(self.record.final))

    def take_back(self) -> None:
        earlier = self.before or self.before_last_decision()
        if not earlier:
            self.say("play.nothing_to_take_back")
            return
        self.before = earlier
        undone = self.record.moves[len(self.before[-1].moves) :]
        self.record = self.before.pop()
        self.say("play.taken_back", move=" ".join(undone) or "resign")
        self.draw()

    def before_last_decision(self) -> list[Record]:
        """The game as it was before a person's last move; nothing if only the engine has moved."""
        moves, positions = self.record.moves, self.record.positions
        for count in range(len(moves) - 1, -1, -1):
            if not self.partner.decides(positions[count]):
                return [Record.of(self.record.start, moves[:count], self.record.tags)]
        return []

    def resign(self) -> None:
        position = self.record.final
        if self.record.result != "*":
            self.say("play.over")
            return
        beginner = position.colour_of(position.players[0])
        self.say("play.resigned", colour=self.narrator.side(position.turn))
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
