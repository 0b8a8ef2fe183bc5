"""What attackers send: sound records that are long, and records on boards that are large."""

from __future__ import annotations

import random

from stonefield import carnac, records


def long_record(size: int) -> str:
    """A sound record of so many characters: variations on one game."""
    chance, position, line = random.Random(1), carnac.start("medium"), []
    while not position.is_over:
        line.append(str(chance.choice(position.legal_moves())))
        position = position.play(line[-1])
    played = carnac.start("medium")
    words = ['[Game "carnac"]\n\n']
    placed = 0
    for text in line:
        placing = text[0].isalpha() and len(text) > 2
        placed += placing
        words.append(f"{placed}{'.' if placing else '...'} {text} ")
        if placing:
            other = next(str(move) for move in played.legal_moves() if str(move) != text)
            words.append(f"({placed}. {other} {{{'x' * (size // len(line))}}}) ")
        played = played.play(text)
    return records.write(records.read("".join(words) + records.result_of(played)))


def own_board(number: int) -> str:
    """A record on a board of 16 by 16 with 26 shapes."""
    rows = "/".join(["#" * 16] * 16)
    sides = "|".join(("a8", "h16", "p8", "h1"))
    shapes = [
        f"{chr(65 + index)}2:{'#' * (1 + index % 5)},{'#' * (1 + index // 5 % 5)},{'#' * (1 + index // 25)}"
        for index in range(26)
    ]
    return f'[Game "caminos"][Board "b{number}={rows}={sides}"][Pieces "p{number}={"/".join(shapes)}"] *'


def long_game() -> str:
    """A record of Carnac in which no megalith falls, so that it is as long as one can be."""
    position, moves = carnac.start("14x9", stock=60), []
    while not position.is_over:
        legal = [str(move) for move in position.legal_moves()]
        moves.append("-" if "-" in legal else legal[0])
        position = position.play(moves[-1])
    return records.write(records.Record.of(carnac.start("14x9", stock=60), moves))
