"""What `screenshots.py` shows: every page, and every card and dialog that can be reached."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from playwright.sync_api import expect
from screenshot_people import people
from screenshot_studio import Scene, Studio, page

from browser.cards import RACE, coached
from browser.counted import decide, seat_of
from browser.studying import reviewed, sit_at, study_of
from stonefield import records
from stonefield.course import lessons
from stonefield.games.game import games
from stonefield.puzzles import shipped
from stonefield.server.presenting.showcase import showcase_record

SMALL = {"board": "4x3", "stock": 4}
"""A game that is soon over."""

# One more game of this browser, of which the page asks the server.
ALSO_KNOWN = """game => {
  const known = { ...game, way: 'screen', status: 'playing', winner: null, invite: null }
  const games = JSON.parse(localStorage.getItem('stonefield.games') ?? '[]')
  localStorage.setItem('stonefield.games', JSON.stringify([...games, known]))
}"""


def pages() -> Iterator[Scene]:
    """What is read and chosen from."""
    yield Scene("home", home, whole=True)
    yield Scene("home-again", home_again, whole=True)
    yield page("learn", "/learn")
    yield page("puzzles", "/puzzles")
    yield Scene("analyse", analyse, whole=True)
    yield page("open", "/open")
    yield page("missing", "/nowhere")
    for game in games():
        yield page(f"rules-{game.name}", f"/rules/{game.name}")
        for way in ("engine", "screen", "friend", "watch"):
            # The button keeps to the edge of the window.
            yield page(f"setup-{game.name}-{way}", f"/new?game={game.name}&way={way}", whole=False)
        yield Scene(f"setup-{game.name}-unfolded", unfolded(game.name), whole=True)
        yield page(f"editor-{game.name}", f"/editor?game={game.name}", whole=False)
        yield from learning(game.name)


def learning(game: str) -> Iterator[Scene]:
    """The pages on which a game is learned."""
    first = next((lesson for lesson in lessons() if lesson.game == game), None)
    if first is not None:
        yield page(f"lesson-{game}", f"/learn/{first.id}", whole=False)
        yield Scene(f"lesson-{game}-right", shown_step(f"/learn/{first.id}"))
    puzzle = next((puzzle for puzzle in shipped() if puzzle.game == game), None)
    if puzzle is not None:
        yield page(f"puzzle-{game}", f"/puzzles/{puzzle.name}", whole=False)
        yield Scene(f"puzzle-{game}-solved", shown_solution(f"/puzzles/{puzzle.name}"))
        yield page(f"daily-{game}", f"/puzzles/daily?game={game}", whole=False)
        yield page(f"storm-{game}", f"/puzzles/storm?game={game}", whole=False)
        yield page(f"endgame-{game}", f"/puzzles/endgames?game={game}", whole=False)


def dialogs() -> Iterator[Scene]:
    yield Scene("settings", lambda studio: (studio.open("/"), studio.button("app.settings").click()))
    yield Scene("keys", lambda studio: (studio.open("/"), studio.ann.press("?")))
    yield Scene("share", lambda studio: (studio.play("Ann", "Ben"), studio.button("share.title").click()))


def tables() -> Iterator[Scene]:
    """Games, with each card that lies beside the board or over it."""
    for game in games():
        for moment, part in (("start", 0.0), ("middle", 0.55), ("end", 1.0)):
            if showcase_record(game.name) is not None:
                yield Scene(f"game-{game.name}-{moment}", shown_game(game.name, part))
        yield Scene(f"card-hint-{game.name}", hint(game.name))
        yield Scene(f"card-tip-{game.name}", tip(game.name), settings={"tips": True})
        yield Scene(
            f"card-invitation-{game.name}",
            lambda studio, name=game.name: studio.play("Ann", "open", game=name),
        )
    yield Scene("card-hint-counted", hint_that_costs, settings={"winrate": "free"})
    yield Scene("card-coach-carnac", coach("carnac"))
    yield Scene("card-coach-caminos", coach("caminos"))
    yield Scene("card-joining", joining)
    yield Scene("card-offer-draw", offer("draw"))
    yield Scene("card-offer-takeback", offer("takeback"))
    yield Scene(
        "card-resign",
        lambda studio: (studio.play("Ann", "level 1", board="small"), studio.button("action.resign").click()),
    )
    yield Scene("card-answer", answering)
    yield Scene("card-end-lost", lost)
    yield Scene("card-end-counted", counted, settings={"winrate": "free"})
    yield Scene("spectator", spectator)
    yield Scene("engines", engines)
    yield Scene("study", lambda studio: sit_at(studio.ann, study_of(studio.server)))
    yield Scene("review", review)
    yield Scene("review-task", task)


def home(studio: Studio) -> None:
    studio.open("/")
    looked_around(studio)


def home_again(studio: Studio) -> None:
    """One game waits, another is over."""
    over = shown_table(studio, "caminos", 1.0)
    studio.play("Ann", "level 3")
    studio.ann.page.evaluate(ALSO_KNOWN, {"id": over["game"], "token": over["token"], "rules": "caminos"})
    studio.ann.go("/")
    expect(studio.ann.page.locator("#recent")).to_be_visible()
    looked_around(studio)


def looked_around(studio: Studio) -> None:
    """Until the card that comes with the first movement is there."""
    studio.ann.page.mouse.move(100, 100)
    studio.ann.page.locator(".today").scroll_into_view_if_needed()
    expect(studio.ann.page.locator(".today .daily")).to_be_visible()


def analyse(studio: Studio) -> None:
    sit_at(studio.ann, study_of(studio.server))
    studio.ann.go("/analyse")
    expect(studio.ann.page.locator("#mine")).to_be_visible()


def unfolded(game: str) -> Callable[[Studio], None]:
    def show(studio: Studio) -> None:
        studio.open(f"/new?game={game}&way=engine")
        studio.ann.page.locator("form details").evaluate("one => (one.open = true)")

    return show


def shown_step(path: str) -> Callable[[Studio], None]:
    def show(studio: Studio) -> None:
        studio.open(path)
        studio.button("learn.show").click()
        expect(studio.ann.page.locator(".verdict")).to_be_visible()

    return show


def shown_solution(path: str) -> Callable[[Studio], None]:
    def show(studio: Studio) -> None:
        studio.open(path)
        studio.button("training.show").click()
        expect(studio.ann.page.locator(".verdict").first).to_be_visible()

    return show


def shown_game(game: str, part: float) -> Callable[[Studio], None]:
    def show(studio: Studio) -> None:
        studio.ann.sit_down(shown_table(studio, game, part))

    return show


def shown_table(studio: Studio, game: str, part: float) -> dict[str, Any]:
    """A part of the game that the start page shows, at one screen."""
    text = showcase_record(game)
    assert text is not None
    record = records.read(text)
    seated = studio.server.make_game("Ann", "Ben", game=game, **dict(record.start.options))
    studio.server.play(seated, *record.moves[: round(len(record.moves) * part)])
    return seated


def hint(game: str) -> Callable[[Studio], None]:
    def show(studio: Studio) -> None:
        studio.play("Ann", "level 1", game=game)
        studio.button("action.hint").click()
        expect(studio.button("action.hint.play")).to_be_attached()

    return show


def tip(game: str) -> Callable[[Studio], None]:
    def show(studio: Studio) -> None:
        studio.play("Ann", "Ben", game=game)
        expect(studio.button("tips.got_it")).to_be_attached()

    return show


def begin_counted(studio: Studio) -> dict[str, Any]:
    """A game that counts for the strength of this browser's player."""
    studio.open("/new?game=carnac&way=engine")
    studio.button("setup.start").click()
    studio.ann.page.wait_for_selector("[data-square]")
    return seat_of(studio.ann)


def hint_that_costs(studio: Studio) -> None:
    begin_counted(studio)
    studio.button("action.hint").click()
    expect(studio.button("action.hint.show")).to_be_attached()


def counted(studio: Studio) -> None:
    seated = begin_counted(studio)
    decide(studio.server, seated)
    studio.server.act(seated, "resign")
    expect(studio.ann.page.locator(".end .next")).to_be_attached()


def coach(game: str) -> Callable[[Studio], None]:
    """A first decision that is proven to lose."""

    def show(studio: Studio) -> None:
        begun = {"position": RACE} if game == "caminos" else SMALL
        studio.ann.sit_down(coached(studio.server, game, "blunders", **begun))
        studio.ann.wait_for_turn()
        studio.ann.press("r")
        studio.choose("d4" if game == "caminos" else "c1")
        expect(studio.ann.page.locator(".coach")).to_be_attached()

    return show


def joining(studio: Studio) -> None:
    made = studio.server.make_game("Ben", "open", board="medium")
    studio.open(made["links"]["join"].replace(studio.ann.url, ""))


def offer(kind: str) -> Callable[[Studio], None]:
    def show(studio: Studio) -> None:
        seated, friend = studio.with_friend(board="small", clock={"seconds": 600, "increment": 5})
        studio.server.act(seated, "move", version=studio.server.state(seated)["version"], text="c3rw")
        studio.server.act(friend, "move", version=studio.server.state(seated)["version"], text="-")
        studio.server.act(friend, "offer", kind=kind)
        expect(studio.button("offer.accept")).to_be_attached()

    return show


def answering(studio: Studio) -> None:
    seated = studio.play("Ann", "Ben", board="small")
    studio.server.play(seated, "c3rw")
    studio.ann.after_move(1)


def lost(studio: Studio) -> None:
    seated = studio.play("Ann", "level 1", board="small")
    studio.choose("c3")
    studio.ann.after_move(1)
    studio.server.act(seated, "resign")
    expect(studio.ann.page.locator("#end-title")).to_be_attached()


def spectator(studio: Studio) -> None:
    seated = studio.server.make_game("Ann", "Ben", board="small")
    studio.server.play(seated, "c3rw", "E", "a1wr")
    studio.open(f"/g/{seated['game']}")


def engines(studio: Studio) -> None:
    """Two engines that have begun."""
    studio.play("level 1", "level 1", board="large")
    studio.ann.after_move(6)


def review(studio: Studio) -> None:
    sit_at(studio.ann, study_of(studio.server), "#review")
    reviewed(studio.ann)


def task(studio: Studio) -> None:
    review(studio)
    studio.ann.page.locator("[data-card] .foot .primary").click()
    expect(studio.ann.page.locator("[data-card=task]")).to_be_visible()


SCENES = [*pages(), *people(), *dialogs(), *tables()]
