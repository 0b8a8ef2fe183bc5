"""What the house says of a game: the sentences of its review, and of a hint at each of its positions."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from dataclasses import replace

from stonefield.engine import Limits, Settings, Thinker
from stonefield.engine.game_engine import engine_for
from stonefield.engine.thinker import Thought
from stonefield.games.game import Position
from stonefield.locales import Catalogue
from stonefield.records import Record
from stonefield.study.decision import Decision
from stonefield.study.explain.claims import Claim
from stonefield.study.explain.expected import Prospects
from stonefield.study.explain.explainer import reasons
from stonefield.study.explain.wording import sentence, squares_listed
from stonefield.study.review import assess

from .reading import OF_LEADS
from .told import Said, Told


def said_of(record: Record, thinker: Thinker, nodes: int, language: str = "en") -> Said:
    """Review a game and ask for a hint at each of its positions."""
    words, thoughts = Catalogue(language), think(record, thinker, nodes)
    asked = zip(record.positions, thoughts, strict=False)
    hints = tuple(one for position, thought in asked for one in said_in_hint(position, thought, words))
    return Said(tuple(said_in_review(record, thoughts, words)), hints)


def think(record: Record, thinker: Thinker, nodes: int) -> list[Thought]:
    """What the engine thinks of each position, always the same."""
    settings, stop = Settings(threads=1, hash_mb=16, seed=1), threading.Event()
    thinker.forget()
    open_positions = [position for position in record.positions if not position.is_over]
    return [thinker.think(one, Limits(nodes=nodes), settings, stop=stop) for one in open_positions]


def said_in_review(
    record: Record, thoughts: Sequence[Thought], words: Catalogue
) -> Iterator[tuple[str, tuple[Told, ...]]]:
    """What is said of each costly decision of a game."""
    for decision in assess(record, thoughts).decisions:
        position, why = record.positions[decision.ply - 1], decision.explanation
        if why:
            claims = [*(("cost", one) for one in why.cost), *(("better", one) for one in why.better)]
            told = tuple(_told(where, position, decision, one, words) for where, one in claims)
            if any(one.claim.code in OF_LEADS for one in told):
                leads = _leads(position, decision)
                told = tuple(replace(one, leads=leads) for one in told)
            yield f"{position} {decision.move}", told


def _leads(position: Position, decision: Decision) -> tuple[float, float]:
    """The lead that the network expects where the better line and the played one end, without a search."""
    ends = []
    for line in (decision.best, (decision.move, *decision.reply)):
        end = position
        for move in line:
            end = end.play(move)
        outlook = engine_for(position.game.name).outlook(end)
        assert outlook
        mine = outlook.scores[position.turn]
        ends.append(mine - outlook.scores[position.game.other(position.turn)])
    return ends[0], ends[1]


def _told(where: str, position: Position, decision: Decision, claim: Claim, words: Catalogue) -> Told:
    played, text = (decision.move, *decision.reply), review_sentence(claim, words)
    return Told(where, position, played, decision.best, decision.win_rate, decision.after, claim, text)


def said_in_hint(position: Position, thought: Thought, words: Catalogue) -> Iterator[Told]:
    """What a player is told who asks for a hint."""
    best = thought.lines[0]
    outlook, answered = engine_for(position.game.name).outlook, position
    for move in best.moves[:2]:
        answered = answered.play(move)
    looks = None if "swap" in best.moves[:2] else (outlook(position), outlook(answered))
    prospects = Prospects(*looks) if looks and all(looks) else None
    for claim in reasons(position, best, prospects):
        text = hint_sentence(claim, words)
        yield Told("hint", position, (), best.moves, best.win_rate, best.win_rate, claim, text, prospects)


def review_sentence(claim: Claim, words: Catalogue) -> str:
    """The sentence as a review says it; nothing where there are no words."""
    return sentence(claim, words) if f"why.{claim.code}" in words.texts else ""


def hint_sentence(claim: Claim, words: Catalogue) -> str:
    """The sentence as the page says it to the player who asked; nothing where there are no words."""
    key = f"hint.{claim.code}"
    if key not in words.texts:
        return ""
    return words.text(
        key,
        colour=words.text(f"side.{claim.colour}"),
        count=1 if claim.count is None else claim.count or words.text("count.none"),
        other=claim.other or words.text("count.none"),
        squares=squares_listed(claim.squares, words),
    )
