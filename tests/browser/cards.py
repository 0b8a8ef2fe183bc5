"""Cards: how each comes onto the page, and what is measured of it."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache

from playwright.sync_api import expect

from server.serverprocess import ServerProcess

from .counted import begin_counted, decide
from .player import Player

CLOCK = {"seconds": 900, "increment": 5}
SEATS = [{"kind": "person", "name": "Ann"}, {"kind": "engine", "level": 1}]
SIZES = {"desk": (1280, 800), "tablet": (768, 1024), "phone": (390, 844), "small": (360, 740)}
HELD = {"has_touch": True, "is_mobile": True}
RACE = (
    "caminos square classic 2y y1 L2T4S4O2/L2T4S4O2 "
    "gL:a6,b6,c6,c7;gL:d6,e6,f6,f7;yL:a3,b3,c2,c3;yL:d3,e3,f2,f3"
)
"""One piece completes either path: elsewhere it loses, and the engine knows that at once."""

AMISS = """() => {
  const amiss = []
  const seen = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  const name = (one) =>
    (one.ariaLabel || one.innerText || one.getAttribute('class') || one.tagName).trim().slice(0, 40)
  const box = (one) => one.getBoundingClientRect()
  const inside = ({ left, top, right, bottom, width }) =>
    width > 0 && left > -1 && top > -1 && right < innerWidth + 1 && bottom < innerHeight + 1
  const under = (x, y) => document.elementFromPoint(x, y)
  const cards = [...document.querySelectorAll('.says')].filter(seen)
  if (cards.length !== 1) amiss.push(`${cards.length} cards`)
  const phone = innerWidth < 600
  for (const card of cards) {
    const place = box(card)
    if (!inside(place)) amiss.push(`the card is at ${JSON.stringify(place)}`)
    if (phone && !card.matches('.room') && place.height > 0.35 * innerHeight + 1)
      amiss.push(`the card is ${place.height} px high of ${innerHeight}`)
    // On a phone the next game takes the place of a new one, and a rematch that of a challenge.
    const replaced = (one) =>
      phone && !seen(one) && (one.matches('.other') || (one.matches('.new') && card.querySelector('.next')))
    const buttons = [...card.querySelectorAll('.foot button, .foot a')].filter((one) => !replaced(one))
    if (!buttons.length) amiss.push('no buttons')
    for (const button of buttons) {
      const { left, top, right, bottom } = box(button)
      if (!inside(box(button))) amiss.push(`${name(button)} is out of view`)
      // The corners are round.
      for (const [x, y] of [[(left + right) / 2, (top + bottom) / 2], [left + 12, (top + bottom) / 2],
        [right - 12, (top + bottom) / 2], [(left + right) / 2, top + 3], [(left + right) / 2, bottom - 3]])
        if (under(x, y)?.closest('button, a') !== button)
          amiss.push(`${name(button)} is covered by ${name(under(x, y) ?? document.body)}`)
    }
    // At least two lines of its text are seen at once.
    const [text, whole] = ['.text', '.whole'].map((part) => box(card.querySelector(part)).height)
    if (text < Math.min(whole, 34) - 1) amiss.push(`${text} px of its text are seen`)
    // After the end, what is left to do is in the card's own row of buttons, where the board is held upright.
    const held = phone || (innerWidth < 900 && innerHeight > innerWidth)
    const within = held && card.matches('.end') ? '.actions' : null
    const others = ['header', '.seat', '.board', '.status > *', '.tools', '.pencil', '.moves', '.actions',
      '.chances', '.stock', '.decide > *']
    for (const other of document.querySelectorAll(others.join())) {
      if (!seen(other) || other.contains(card) || card.contains(other)) continue
      if (within && other.matches(within)) continue
      if (getComputedStyle(other).clipPath.startsWith('inset(50%')) continue
      const { left, top, right, bottom } = box(other)
      const wide = Math.min(right, place.right) - Math.max(left, place.left)
      const high = Math.min(bottom, place.bottom) - Math.max(top, place.top)
      if (wide > 1 && high > 1) amiss.push(`the card and ${name(other)} overlap by ${wide}x${high} px`)
    }
  }
  // Everything else that is there to be pressed can be pressed.
  const buttons = ['.actions button', '.decide button', '.tools button', '.steps button']
  for (const button of document.querySelectorAll(buttons.join())) {
    if (!seen(button) || button.closest('.text') || button.disabled) continue
    const { left, top, right, bottom } = box(button)
    if (!inside(box(button))) amiss.push(`${name(button)} is out of view`)
    else if (under((left + right) / 2, (top + bottom) / 2)?.closest('button, a') !== button)
      amiss.push(`${name(button)} is covered`)
  }
  // No square is covered, those the card speaks of as little as any other.
  for (const square of document.querySelectorAll('[data-square]')) {
    const { left, top, right, bottom } = box(square)
    if (under((left + right) / 2, (top + bottom) / 2) !== square)
      amiss.push(`${square.dataset.square} is covered`)
  }
  return amiss
}"""


def speak(person: Player, language: str) -> None:
    """Choose the language of the page; what is on it stays."""
    page = person.page
    said = "document.querySelectorAll('.says :is(p, li, h2)').length"
    before = page.evaluate(said)
    page.locator("header select").select_option(language)
    page.wait_for_function(
        f"([language, count]) => document.documentElement.lang === language && {said} >= count",
        arg=[language, before],
    )


def tap(person: Player, words: str) -> None:
    """Press the button of a card where it is seen, and nowhere else: by finger where there is one."""
    button = person.page.locator(".says .foot").get_by_text(words, exact=True)
    box = button.bounding_box()
    assert box
    point = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    if person.page.evaluate("matchMedia('(pointer: coarse)').matches"):
        person.page.touchscreen.tap(*point)
    else:
        person.page.mouse.click(*point)


def coached(server: ServerProcess, game: str, coach: str, *, position: str | None = None, **options) -> dict:
    asked = {"game": game, "options": options, "seats": SEATS, "coach": coach, "position": position}
    made = server.client().post("/api/games", json=asked)
    assert made.status_code == 201, made.text
    return made.json()


def play_out(server: ServerProcess, seated: dict, seed: int = 7) -> dict:
    """A whole game of Carnac, decided by the dice; the state at its end."""
    dice = random.Random(seed)
    while (state := server.state(seated))["status"] == "playing":
        answers = [answer["text"] for answer in state["legal"]["answers"]]
        squares = sorted(state["legal"]["placements"])
        placed = "".join(map(dice.choice, (squares or ["-"], "rw", "rw")))
        text = dice.choice(answers) if answers else placed
        assert server.act(seated, "move", version=state["version"], text=text).status_code == 200
    return state


@cache
def played_out(server: ServerProcess) -> dict:
    """One game for all that look at its end."""
    seated = server.make_game("Ann", "Ben", board="medium", clock=CLOCK)
    return {**seated, "state": play_out(server, seated)}


def two(server: ServerProcess, *moves: str) -> tuple[dict, dict]:
    """Ann and Ben, each with a page of their own, after some moves."""
    ann = server.make_game("Ann", "open", board="medium", clock=CLOCK)
    ben = server.join(ann)
    for move in moves:
        server.play(ann if server.state(ann)["may"]["move"] else ben, move)
    return ann, ben


# What each card needs to be on the page: a function of the person and the server.


def tip_placing(ann: Player, server: ServerProcess) -> None:
    ann.sit_down(server.make_game("Ann", "Ben", board="medium", clock=CLOCK))


def tip_answering(ann: Player, server: ServerProcess) -> None:
    seated = server.make_game("Ann", "Ben", board="medium", clock=CLOCK)
    server.play(seated, "e4rw")
    ann.sit_down(seated)


def tip_in_caminos(ann: Player, server: ServerProcess) -> None:
    ann.sit_down(server.make_game("Ann", "Ben", game="caminos", clock=CLOCK))


def hinted(ann: Player) -> None:
    ann.press("h")
    expect(ann.page.locator(".hint strong")).to_be_visible()


def hint_placing(ann: Player, server: ServerProcess) -> None:
    ann.sit_down(server.make_game("Ann", "level 1", board="small"))
    hinted(ann)


def hint_answering(ann: Player, server: ServerProcess) -> None:
    ann.sit_down(server.make_game("level 1", "Ann", board="small"))
    expect(ann.page.locator("button.fall").first).to_be_visible()
    hinted(ann)


def hint_in_caminos(ann: Player, server: ServerProcess) -> None:
    ann.sit_down(server.make_game("Ann", "level 1", game="caminos"))
    hinted(ann)


def hint_in_a_game_that_counts(ann: Player, server: ServerProcess) -> None:
    begin_counted(ann)
    ann.press("h")
    expect(ann.page.locator(".hint .foot")).to_be_visible()


def coach_in_carnac(ann: Player, server: ServerProcess) -> None:
    ann.sit_down(coached(server, "carnac", "blunders", board="4x3", stock=4))
    ann.press("r")
    ann.square("c1").click()
    expect(ann.page.locator(".coach")).to_be_visible()


def coach_in_caminos(ann: Player, server: ServerProcess) -> None:
    ann.sit_down(coached(server, "caminos", "blunders", position=RACE))
    ann.place_on("d4", *ann.empty_squares())
    expect(ann.page.locator(".coach")).to_be_visible()


def offer_of_a_takeback(ann: Player, server: ServerProcess) -> None:
    mine, other = two(server, "c3rw", "E", "g5wr")
    ann.sit_down(mine)
    assert server.act(other, "offer", kind="takeback").status_code == 200
    expect(ann.page.locator(".offer")).to_be_visible()


def offer_of_one_s_own(ann: Player, server: ServerProcess) -> None:
    mine, _ = two(server, "c3rw", "E", "g5wr")
    ann.sit_down(mine)
    assert server.act(mine, "offer", kind="draw").status_code == 200
    expect(ann.page.locator(".offer")).to_be_visible()


def offer_declined(ann: Player, server: ServerProcess) -> None:
    mine, other = two(server, "c3rw", "E", "g5wr")
    ann.sit_down(mine)
    server.act(mine, "offer", kind="draw")
    offer = ann.page.locator(".offer .text")
    expect(offer).to_be_visible()
    before = offer.inner_text()
    server.act(other, "decline", kind="draw")
    expect(offer).not_to_have_text(before)


def invitation(ann: Player, server: ServerProcess) -> None:
    ann.open(server.make_game("Ben", "open", board="medium", clock=CLOCK)["links"]["join"])
    expect(ann.page.locator(".join")).to_be_visible()


def waiting_room(ann: Player, server: ServerProcess) -> None:
    ann.sit_down(server.make_game("Ann", "open", board="medium", clock=CLOCK))
    expect(ann.page.locator(".room")).to_be_visible()


def end_by_count(ann: Player, server: ServerProcess) -> None:
    ann.sit_down(played_out(server))
    expect(ann.page.locator("#end-title")).to_be_visible()


def end_of_a_game_that_counts(ann: Player, server: ServerProcess) -> None:
    seated = begin_counted(ann)
    decide(server, seated)
    server.act(seated, "resign")
    expect(ann.page.locator(".end .moved")).to_be_visible()
    expect(ann.page.locator(".end .foot .next")).to_be_visible()


def end_with_a_rematch_offered(ann: Player, server: ServerProcess) -> None:
    mine, other = two(server, "c3rw")
    server.act(mine, "resign")
    ann.sit_down(mine)
    server.act(other, "offer", kind="rematch")
    expect(ann.page.locator(".end .offered")).to_be_visible()


STATES: list[Callable[[Player, ServerProcess], None]] = [
    *(tip_placing, tip_answering, tip_in_caminos, hint_placing, hint_answering, hint_in_caminos),
    hint_in_a_game_that_counts,
    *(coach_in_carnac, coach_in_caminos, offer_of_a_takeback, offer_of_one_s_own, offer_declined),
    *(invitation, waiting_room, end_by_count, end_of_a_game_that_counts, end_with_a_rematch_offered),
]
