"""The checker of histories finds what it is there to find, and nothing in a history that is right."""

from __future__ import annotations

from dataclasses import replace

import pytest

from histories import Act, History, check, check_level, fail, ok
from stonefield.server.domain.game.agreement import Agreement, Seat
from stonefield.server.domain.game.event import Away, Event, Moved, Resigned, Restarted, Stalled, TimeUp
from stonefield.server.domain.game.table import replay

ANN, BEN = Seat("person", name="Ann", holder=0), Seat("person", name="Ben", holder=1)
GAME = Agreement(id="g" * 16, created=0, rules="carnac", options={"board": "5x4"}, seats=(ANN, BEN))
TIMED = replace(GAME, clock_seconds=60, clock_increment=5)


def played(game: Agreement, *at: int) -> list[Event]:
    """The first legal decisions, made at these moments; each is the act of its player."""
    events: list[Event] = []
    for moment in at:
        table = replay(game, events)
        seat = table.decider
        move = next(iter(table.position.legal_moves()))
        request = f"{seat}:{len(events) + 1}"
        events.append(Event(len(events) + 1, moment, Moved(str(move)), seat, request))
    return events


def moves(events: list[Event]) -> tuple[str, ...]:
    return tuple(event.kind.text for event in events)


def history_of(events: list[Event]) -> tuple[History, list[Act]]:
    """Everything acknowledged 10 ms after it was asked for, and shown to both."""
    history = History()
    acts = []
    for event in events:
        client = ("ann", "ben")[event.seat]
        acts.append(history.invoke(client, GAME.id, event.request, event.at - 5))
        ok(acts[-1], event.at + 5, event.seq)
        for viewer in ("ann", "ben"):
            history.read(viewer, GAME.id, event.at + 6, event.seq, moves(events[: event.seq]))
    return history, acts


@pytest.fixture
def events() -> list[Event]:
    return played(GAME, 100, 200, 300, 400)


def test_a_right_history_has_nothing_wrong(events):
    history, _ = history_of(events)
    unanswered = history.invoke("ben", GAME.id, "1:never", 500)
    refused = history.invoke("ann", GAME.id, "0:no", 500)
    fail(refused, 510)
    assert unanswered.outcome == "unknown"
    assert check(history, {GAME.id: (GAME, events)}) == []
    assert check_level(history, {GAME.id: (GAME, events)}, ["ann", "ben"]) == []


def test_what_was_acknowledged_is_not_lost(events):
    history, _ = history_of(events)
    (lost, *_) = check(history, {GAME.id: (GAME, events[:3])})
    assert "acknowledged as version 4 and is lost" in lost


def test_it_is_stored_at_the_version_that_was_acknowledged(events):
    history, acts = history_of(events)
    acts[1].version = 3
    assert any("version 3 and is stored as 2" in one for one in check(history, {GAME.id: (GAME, events)}))


def test_what_was_refused_is_not_stored(events):
    history, acts = history_of(events)
    fail(acts[3], 405)
    assert check(history, {GAME.id: (GAME, events)}) == [
        f"{GAME.id}: {acts[3]} was refused and is stored as version 4"
    ]


def test_what_was_not_answered_is_stored_at_most_once(events):
    history, acts = history_of(events)
    acts[3].outcome = "unknown"
    assert check(history, {GAME.id: (GAME, events)}) == []
    doubled = [*events[:3], replace(events[3], request=events[2].request)]
    wrong = check(history, {GAME.id: (GAME, doubled)})
    assert f"{GAME.id}: {events[2].request} is stored 2 times" in wrong


def test_nothing_is_stored_that_no_client_asked_for(events):
    history, _ = history_of(events)
    history.acts.pop()
    (found,) = check(history, {GAME.id: (GAME, events)})
    assert "no client asked for" in found


def test_what_the_server_does_by_itself_needs_no_client(events):
    by_itself = [*events[:3], replace(events[3], request="engine:3")]
    history, _ = history_of(events[:3])
    assert check(history, {GAME.id: (GAME, by_itself)}) == []


def test_what_began_after_an_acknowledgement_comes_later(events):
    history, acts = history_of(events)
    acts[1].begun = 310
    (found,) = check(history, {GAME.id: (GAME, events)})
    assert "made version 2, but began when ben knew version 3" in found


def test_an_unanswered_act_does_not_happen_before_it_begins(events):
    history, acts = history_of(events)
    acts[1].outcome, acts[1].begun = "unknown", 310
    (found,) = check(history, {GAME.id: (GAME, events)})
    assert "made version 2" in found


def test_nobody_is_shown_what_has_not_begun(events):
    history, _ = history_of(events)
    history.read("watcher", GAME.id, 390, 4)
    (found,) = check(history, {GAME.id: (GAME, events)})
    assert "began when watcher knew version 4" in found


def test_no_client_is_shown_less_than_before(events):
    history, _ = history_of(events)
    history.read("ben", GAME.id, 410, 3, moves(events[:3]))
    assert check(history, {GAME.id: (GAME, events)}) == [f"{GAME.id}: ben was shown version 3 after 4"]


def test_no_client_is_shown_less_than_was_acknowledged(events):
    history, acts = history_of(events)
    history.reads = []
    client = acts[3].client
    history.read(client, GAME.id, 410, 3)
    assert check(history, {GAME.id: (GAME, events)}) == [f"{GAME.id}: {client} was shown version 3 after 4"]


def test_what_comes_at_the_same_moment_may_have_come_in_any_order(events):
    history, acts = history_of(events)
    history.reads = []
    history.read(acts[3].client, GAME.id, acts[3].ended, 3)
    assert check(history, {GAME.id: (GAME, events)}) == []


def test_what_is_shown_is_the_game(events):
    history, _ = history_of(events)
    history.read("ben", GAME.id, 410, 4, ("something", "else"))
    (found,) = check(history, {GAME.id: (GAME, events)})
    assert "ben was shown ('something', 'else') as version 4" in found


def test_versions_have_no_gaps(events):
    history, _ = history_of(events)
    assert f"{GAME.id}: event 4 is stored at place 3" in check(
        history, {GAME.id: (GAME, [*events[:2], events[3]])}
    )


def test_time_does_not_go_back(events):
    history, _ = history_of(events)
    back = [*events[:3], replace(events[3], at=250)]
    assert f"{GAME.id}: event 4 happened before event 3" in check(history, {GAME.id: (GAME, back)})


def test_a_game_is_played_by_the_rules(events):
    wrong_seat = [*events[:3], replace(events[3], seat=1 - events[3].seat, request="engine:3")]
    after_end = [*events[:2], Event(3, 300, Resigned(), 0, "flag:2"), replace(events[3], request="engine:3")]
    illegal = [*events[:3], replace(events[3], kind=Moved("z99"), request="engine:3")]
    for stored, said in (
        (wrong_seat, f"version 4 is seat {1 - events[3].seat}'s, the turn was seat {events[3].seat}'s"),
        (after_end, "version 4 is a decision after the end"),
        (illegal, "version 4 cannot be played"),
    ):
        history, _ = history_of([event for event in stored if event.request[0] in "01"])
        found = [one for one in check(history, {GAME.id: (GAME, stored)}) if said in one]
        assert len(found) == 1, said


def test_a_flag_falls_once():
    twice = [*played(TIMED, 0, 1_000), Event(3, 70_000, TimeUp(), 0), Event(4, 70_001, TimeUp(), 0)]
    history, _ = history_of(twice[:2])
    assert f"{GAME.id}: the flag fell 2 times" in check(history, {GAME.id: (TIMED, twice)})


def test_a_game_that_is_gone_is_missed():
    history = History()
    history.invoke("ann", "nowhere", "0:x", 1)
    assert check(history, {}) == ["nowhere: it is not stored"]


def test_those_who_are_behind_are_named(events):
    history, _ = history_of(events)
    history.reads.pop()
    games = {GAME.id: (GAME, events)}
    assert check_level(history, games, ["ann"]) == []
    assert check_level(history, games, ["ann", "ben"]) == [
        f"{GAME.id}: ben was shown version 3 last, stored are 4"
    ]


# Clocks


def test_no_time_is_lost_while_no_server_is_there():
    stored = played(TIMED, 0, 21_000)
    history, _ = history_of(stored)
    games = {GAME.id: (TIMED, stored)}
    assert check(history, games, excuses=()) == []
    (found,) = check(history, games, outages=[(5_000, 20_000)])
    assert "took 21000 ms off the clock; a server was there for 6000 ms of it" in found
    restarted = [stored[0], Event(2, 20_000, Restarted(5_000)), replace(stored[1], seq=3)]
    history, acts = history_of(stored)
    acts[1].version = 3
    history.reads = []
    assert check(history, {GAME.id: (TIMED, restarted)}, outages=[(5_000, 20_000)]) == []


def test_an_outage_is_credited_once():
    stored = played(TIMED, 0, 21_000)
    history, acts = history_of(stored)
    history.reads = []
    acts[1].version = 4
    twice = [
        stored[0],
        Event(2, 10_000, Restarted(5_000)),
        Event(3, 20_000, Stalled(5_000)),
        replace(stored[1], seq=4),
    ]
    games = {GAME.id: (TIMED, twice)}
    assert check(history, games, outages=[(5_000, 10_000)]) == []
    (found,) = check(history, games, outages=[(5_000, 10_000)], excuses=[(5_000, 10_000)])
    assert "nothing was wrong for 16000 ms of it" in found


def test_a_clock_that_waits_for_a_connection_takes_grace():
    stored = played(TIMED, 0, 21_000)
    history, acts = history_of(stored)
    history.reads = []
    acts[1].version = 3
    away = [stored[0], Event(2, 15_000, Away(12_000), stored[1].seat), replace(stored[1], seq=3)]
    assert check(history, {GAME.id: (TIMED, away)}, excuses=()) == []


def test_a_flag_takes_what_is_left_and_no_more():
    stored = [*played(TIMED, 0), Event(2, 75_000, TimeUp(), 1, "flag:1")]
    history, _ = history_of(stored[:1])
    assert check(history, {GAME.id: (TIMED, stored)}, excuses=()) == []
