"""Games of Caminos to a win, through the page's own controls."""

from __future__ import annotations

from playwright.sync_api import expect

# Yellow walks along the fourth rank; green builds where it does not matter.
YELLOW = ["L:a4,b4,c4,c5", "L:d4,e4,f4,f5", "O:g4,g5,h4,h5"]
GREEN = ["O:a1,a2,b1,b2", "O:d1,d2,e1,e2", "T:a8,b8,c7,c8"]


def place(ann, move: str) -> None:
    """Take the shape, turn and tip it until it would go there, and confirm."""
    shape, _, columns = move.partition(":")
    squares = [column.partition("*")[0] for column in columns.split(",")]
    asked = question(shape, columns.split(","))
    done = len(ann.moves)
    ann.page.get_by_role("radio", name=f"Shape {shape},").click()
    for _ in range(6):
        for _ in range(4):
            if any(ann.page.evaluate(PROPOSES, [square, asked]) for square in squares):
                ann.page.get_by_role("button", name="Play it").click()
                ann.after_move(done + 1)
                return
            ann.press("r")
        ann.press("t")
    raise AssertionError(f"{move} cannot be placed")


def question(shape: str, columns: list[str]) -> str:
    """How the page asks whether a piece is to be placed so."""
    counted = [column.partition("*")[::2] for column in columns]
    said = [f"{square} ({count} cubes)" if count else square for square, count in counted]
    lies = "upright" if any(count for _, count in counted) else "flat"
    return f"Place {shape} {lies} on {' and '.join(filter(None, [', '.join(said[:-1]), said[-1]]))}?"


# Whether choosing a square proposes the move that is asked about so.
PROPOSES = """async ([square, asked]) => {
  document.querySelector(`[data-square="${square}"]`).click()
  await new Promise(requestAnimationFrame)
  const found = document.querySelector('.confirm')?.ariaLabel === asked
  if (!found) dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))
  return found
}"""


def test_two_at_one_screen_until_yellow_connects_west_and_east(people, server):
    ann = people(settings={"confirm": True})
    ann.open("/new?game=caminos&way=screen")
    expect(ann.page.get_by_text("Parts of Caminos are reconstructed")).to_be_visible()
    ann.page.get_by_role("button", name="Start the game").click()
    expect(ann.turn).to_have_text("Yellow places a piece.")
    for yellow, green in zip(YELLOW, GREEN, strict=True):
        place(ann, yellow)
        if not ann.is_over():
            expect(ann.turn).to_have_text("Green places a piece.")
            place(ann, green)
    expect(ann.page.locator("#end-title")).to_have_text("Yellow wins")
    expect(ann.news).to_contain_text("Yellow wins")
    assert ann.label("e4") == "e4, yellow, height 1, on the winning path"
    assert server.state({"game": ann.game_id}, token=False)["outcome"]["reason"] == "path"


def test_four_seats_play_in_two_teams(people, server):
    ann = people(settings={"confirm": True})
    ann.open("/new?game=caminos&way=screen")
    ann.page.get_by_text("Four, in two teams").click()
    ann.page.get_by_role("button", name="Start the game").click()
    for turn, move in enumerate([YELLOW[0], GREEN[0], YELLOW[1], GREEN[1], YELLOW[2]]):
        expect(ann.page.get_by_role("group", name=f"Player {turn % 4 + 1}")).to_contain_text("to move")
        place(ann, move)
    expect(ann.page.locator("#end-title")).to_have_text("Yellow wins")
    state = server.state({"game": ann.game_id}, token=False)
    assert [move["seat"] for move in state["moves"]] == [0, 1, 2, 3, 0]
    assert state["outcome"]["seats"] == [0, 2]


def test_a_piece_lies_partly_on_another_one(people, server):
    """An L over two heights: its long side rests on the yellow piece, its foot on the board."""
    ann = people(settings={"confirm": True})
    ann.sit_down(server.make_game("Ann", "Ben", game="caminos"))
    place(ann, "O:c3,c4,d3,d4")
    place(ann, "L:b4*2,c4,d4")
    assert [ann.label(square).partition(";")[0] for square in ("b4", "c4", "d4", "c3")] == [
        "b4, green, height 2",
        "c4, green, height 2",
        "d4, green, height 2",
        "c3, yellow, height 1",
    ]
