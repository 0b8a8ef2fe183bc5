"""Four seats, neutral pieces, who begins, and the swap."""

from __future__ import annotations

import pytest

from stonefield import IllegalMove, InvalidOption, caminos


def test_yellow_begins_unless_green_is_said_to():
    assert (caminos.start().turn, caminos.start().player) == ("yellow", 1)
    position = caminos.start(first="green")
    assert (position.turn, position.player, position.colour_of(2)) == ("green", 1, "yellow")
    assert position.play("O:a1,a2,b1,b2").turn == "yellow"


def test_four_seats_take_turns_and_form_two_teams(lay):
    position = lay("O:a1,a2,b1,b2", players=4)
    assert position.players == (0, 1, 2, 3)
    assert [position.colour_of(seat) for seat in range(4)] == ["yellow", "green", "yellow", "green"]
    seats = []
    for move in ("O:g7,g8,h7,h8", "O:c1*2,d1*2", "O:e8*2,f8*2", "L:e4*3,e5"):
        seats.append((position.player, position.turn))
        position = position.play(move)
    assert seats == [(1, "green"), (2, "yellow"), (3, "green"), (0, "yellow")]
    assert [piece.seat for piece in position.pieces] == [0, 1, 2, 3, 0]


def test_each_of_four_seats_has_its_own_half_of_the_pieces(lay):
    position = lay("O:a1,a2,b1,b2 L:a8*3,b8 L:h1*3,h2 L:h8*3,h7", players=4)
    assert position.supply(0) == {"L": 2, "T": 2, "S": 2, "O": 0}
    assert position.supply(2) == {"L": 1, "T": 2, "S": 2, "O": 1}
    with pytest.raises(IllegalMove, match="yellow has no O left"):
        position.play("O:d4,d5,e4,e5")


def test_team_mates_share_a_path(lay):
    moves = "L:a4*3,b4 T:a8,b8*2,c8 L:c4,d4*3 L:f7*3,g7 O:e4*2,f4*2 L:f1*3,g1 O:g4*2,h4*2"
    position = lay(moves, players=4)
    assert position.outcome.winner == "yellow"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"players": 3}, "two play Caminos, or four"),
        ({"players": 5}, "from 2 to 4"),
        ({"players": 4, "swap": True}, "only two players can swap"),
        ({"first": "blue"}, "first is one of yellow, green"),
        ({"neutral": 1}, "neutral is true or false"),
        ({"board": 7}, "board is one of"),
        ({"pieces": None}, "pieces is one of"),
        ({"pieces": "odd=L3:###,#..", "players": 4}, "cannot share 3 of L evenly"),
        ({"pieces": "plain=L4:###,#..", "neutral": True}, "has no neutral piece"),
    ],
)
def test_what_cannot_be_agreed_on_is_refused(options, message):
    with pytest.raises(InvalidOption, match=message):
        caminos.start(**options)


def test_options_are_read_from_text():
    texts = {"board": "torus", "players": "4", "first": "green", "neutral": "on", "points": "true"}
    position = caminos.start(**caminos.GAME.read_options(texts))
    assert position.options == {
        "board": "torus",
        "players": 4,
        "first": "green",
        "neutral": True,
        "points": True,
        "swap": False,
        "pieces": "classic",
    }


def test_each_team_first_places_a_neutral_piece_then_the_beginning_team_opens(lay):
    position = caminos.start(neutral=True)
    turns = []
    for move in ("I:d4,d5,d6", "I:e4*3", "O:a1,a2,b1,b2"):
        turns.append((position.turn, position.player, position.places_neutral))
        position = position.play(move)
    assert turns == [("yellow", 1, True), ("green", 2, True), ("yellow", 1, False)]
    assert (position.turn, position.tops["e4"], position.tops["d4"]) == ("green", "neutral", "neutral")
    assert [(piece.colour, piece.seat) for piece in position.pieces] == [
        ("neutral", None),
        ("neutral", None),
        ("yellow", 0),
    ]


def test_with_four_seats_the_first_two_place_the_neutral_pieces(lay):
    position = lay("I:d4,d5,d6", players=4, neutral=True)
    assert (position.player, position.supply(1)["I"], position.supply(0)["I"]) == (1, 1, 0)
    assert "I" not in position.supply(2)
    position = position.play("I:e4*3")
    assert (position.player, position.turn) == (0, "yellow")


def test_the_neutral_pieces_come_first_and_only_then():
    position = caminos.start(neutral=True)
    with pytest.raises(IllegalMove, match="neutral pieces come first, I for each team"):
        position.play("O:a1,a2,b1,b2")
    position = position.play("I:d4,d5,d6").play("I:e4*3")
    with pytest.raises(IllegalMove, match="only opens a game"):
        position.play("I:a1*3")


def test_a_neutral_piece_laid_flat_can_be_built_over(lay):
    position = lay("I:d4,d5,d6 I:e4*3 S:c5*2,d5*2", neutral=True)
    assert position.columns["d5"] == ("neutral", "yellow", "yellow")
    with pytest.raises(IllegalMove):
        position.play("L:e4,f4*3")


def test_neutral_pieces_make_no_path_and_no_border_piece(lay):
    position = lay("I:a1*3 I:b1*3 O:c1*2,d1*2", neutral=True, points=True)
    assert (position.border_pieces("yellow"), position.border_pieces("green")) == (1, 0)
    tiny = lay("I:a1,a2,a3", "nook=###/###/###=a1b1c1|c1c2c3|a3b3c3|a1a2a3", neutral=True)
    assert not tiny.is_over


def test_who_cannot_place_the_neutral_piece_is_out(lay):
    slab = "slab=M4:#/N*:###,###,###"
    board = "flag=####/###./###.=a1b1c1|d3|a3b3c3d3|a1a2a3"
    position = lay("N:a1,a2,a3,b1,b2,b3,c1,c2,c3", board, pieces=slab, neutral=True)
    assert position.out == {2}
    assert (position.turn, position.places_neutral) == ("yellow", False)
    assert caminos.parse(str(position)) == position
    nobody = caminos.start("nook=##/##=a1b1|b1b2|a2b2|a1a2", pieces=slab, neutral=True)
    assert nobody.is_over
    assert caminos.parse(str(nobody)) == nobody


def test_the_second_player_may_swap_after_the_first_placement(lay):
    position = lay("O:d4,d5,e4,e5", swap=True)
    assert position.may_swap
    assert str(position.legal_moves()[-1]) == "swap"
    swapped = position.play("swap")
    assert (swapped.turn, swapped.player) == ("green", 1)
    assert (swapped.colour_of(1), swapped.colour_of(2)) == ("green", "yellow")
    assert swapped.pieces == position.pieces
    assert swapped != position
    assert not swapped.may_swap
    with pytest.raises(IllegalMove, match="second player's first decision"):
        swapped.play("swap")
    after = swapped.play("L:a1*3,b1")
    assert (after.turn, after.player) == ("yellow", 2)
    assert after.supply(1)["L"] == 3


def test_nobody_may_swap_later_or_without_the_option(lay):
    assert not lay("O:d4,d5,e4,e5 L:a1*3,b1", swap=True).may_swap
    assert not caminos.start(swap=True).may_swap
    with pytest.raises(IllegalMove, match="without the swap option"):
        lay("O:d4,d5,e4,e5").play("swap")


def test_neutral_pieces_come_before_the_swap(lay):
    position = lay("I:d4,d5,d6", swap=True, neutral=True)
    assert not position.may_swap
    position = position.play("I:e4*3")
    assert not position.may_swap
    assert position.play("O:a1,a2,b1,b2").may_swap


def test_an_unknown_player_has_no_colour():
    with pytest.raises(ValueError, match="the players are"):
        caminos.start().colour_of(0)


def test_the_table_can_be_read_by_index_as_well_as_by_name(lay):
    position = lay("I:a1*3", neutral=True)
    assert position.neutral_due == 1
    position = position.play("I:h8*3").play("O:d4,d5,e4,e5")
    assert position.neutral_due == 0
    assert position.stacks[position.board.square("a1")] == "nnn"
    assert position.stacks[position.board.square("d4")] == "y"
    assert position.hands == ((4, 4, 4, 1), (4, 4, 4, 2))
