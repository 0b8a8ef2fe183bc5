"""What goes from process to process arrives as it was, in payloads that PostgreSQL takes."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from stonefield.server.bus.bus import MOST_BYTES
from stonefield.server.bus.wire import Outbox, unpack

topics = st.from_regex(r"[a-z]{1,8}/[A-Za-z0-9]{0,16}", fullmatch=True)
texts = st.text(st.characters(blacklist_characters="\0\x1e", blacklist_categories=("Cs",)), max_size=2_000)


@given(st.dictionaries(topics, st.integers(0, 10**9)), st.lists(st.tuples(topics, texts), max_size=20))
def test_versions_and_texts_arrive_as_they_were(versions, said):
    outbox = Outbox(1_000)
    for topic, version in versions.items():
        outbox.publish(topic, version)
        outbox.publish(topic, version - 1)
    for topic, text in said:
        outbox.say(topic, text)
    arrived = []
    for payload in outbox.take("me"):
        assert len(payload.encode()) < 8_000
        sender, messages = unpack(payload)
        assert sender == "me"
        arrived += messages
    assert arrived == [*versions.items(), *said]
    assert outbox.take("me") == ["me"], "nothing is left, and the line is tried all the same"


def test_the_longest_text_fits_with_any_topic_of_ours():
    outbox = Outbox(10)
    outbox.say("t" * 1_000, "x" * MOST_BYTES)
    assert all(len(payload.encode()) < 8_000 for payload in outbox.take("m" * 16))


def test_versions_that_could_not_be_sent_are_told_later_and_never_instead_of_newer_ones():
    outbox = Outbox(10)
    outbox.publish("game/a", 1)
    outbox.publish("game/b", 1)
    outbox.say("job", "gone")
    outbox.take("me")
    outbox.publish("game/a", 2)
    outbox.take_back()
    _, messages = unpack(outbox.take("me")[0])
    assert messages == [("game/a", 2), ("game/b", 1)]


def test_what_waits_is_bounded():
    outbox = Outbox(2)
    for number in range(5):
        outbox.publish(f"game/{number}", 1)
        outbox.say("job", str(number))
    outbox.publish("game/0", 9)
    _, messages = unpack(outbox.take("me")[0])
    assert messages == [("game/0", 9), ("game/1", 1), ("job", "0"), ("job", "1")]
