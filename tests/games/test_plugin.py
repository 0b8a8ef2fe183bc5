"""A game has one entry, built in, registered or of an installed package, which names its parts."""

import sys

import pytest

from stonefield.engine.game_engine import PlainEngine, engine_for
from stonefield.games import GamePlugin, StonefieldError, find_game, game_names, plugin, register
from stonefield.games.plugin import games_with, part_of

HEX = PlainEngine()


@pytest.fixture(autouse=True)
def fresh(monkeypatch):
    """What a test registers or installs is forgotten after it."""
    monkeypatch.setattr(plugin, "_PLUGINS", dict(plugin._PLUGINS))
    plugin._installed.cache_clear()
    yield
    plugin._installed.cache_clear()


@pytest.fixture
def install(tmp_path, monkeypatch):
    """Installs a package with a game named nim and this code."""

    def write(code: str, entry: str = "nim_game:PLUGIN") -> None:
        package = tmp_path / "stonefield_nim-1.0.dist-info"
        package.mkdir()
        (package / "METADATA").write_text("Metadata-Version: 2.1\nName: stonefield-nim\nVersion: 1.0\n")
        (package / "entry_points.txt").write_text(f"[stonefield.games]\nnim = {entry}\n")
        (tmp_path / "nim_game.py").write_text(f"from stonefield.games import GamePlugin\n{code}\n")
        monkeypatch.syspath_prepend(str(tmp_path))
        monkeypatch.delitem(sys.modules, "nim_game", raising=False)
        plugin._load.cache_clear()

    return write


def test_a_part_is_imported_when_it_is_asked_for():
    assert part_of("carnac", "game", None) is find_game("carnac")
    assert part_of("caminos", "formats", None) is None
    assert games_with("formats") == ("carnac",)


def test_packages_are_not_looked_through_for_a_game_that_is_known(monkeypatch):
    monkeypatch.setattr("importlib.metadata.entry_points", lambda **_: pytest.fail("looked through"))
    assert part_of("carnac", "game", None) is find_game("carnac")


def test_an_unknown_game_has_no_part():
    assert part_of("go", "game", None) is None
    assert "go" not in game_names()


def test_a_registered_game_has_the_parts_that_it_names_and_no_game_is_registered_twice():
    register(GamePlugin(name="hex", game="stonefield.games.carnac:GAME", engine=f"{__name__}:HEX"))
    assert game_names()[-1] == "hex"
    assert engine_for("hex") is HEX
    with pytest.raises(ValueError, match="hex is already registered"):
        register(GamePlugin(name="hex", game="elsewhere:GAME"))


def test_an_installed_package_adds_a_game_by_its_entry_point(install):
    install("GAME = 'the rules of nim'\nPLUGIN = GamePlugin(name='nim', game='nim_game:GAME')")
    assert "nim" in game_names()
    assert part_of("nim", "game", None) == "the rules of nim"
    assert part_of("nim", "engine", None) is None


@pytest.mark.parametrize(
    ("place", "missing"),
    [
        ("nim_game:ENGINE", "`nim_game:ENGINE`: the engine of nim is not there, nim_game has no ENGINE"),
        ("nim_game", "`nim_game`: the engine of nim is not there, nim_game has no attribute"),
        ("nim_game.engine:E", "the engine of nim is not there, no module is named nim_game.engine"),
        ("nim_engine:E", "the engine of nim is not there, no module is named nim_engine"),
    ],
)
def test_a_part_that_is_not_there_is_named(install, place, missing):
    install(f"PLUGIN = GamePlugin(name='nim', game='nim_game:GAME', engine='{place}')")
    with pytest.raises(StonefieldError) as caught:
        part_of("nim", "engine", None)
    assert missing in str(caught.value)


def test_a_library_that_a_part_needs_is_not_mistaken_for_the_part(install):
    install("import no_such_library")
    with pytest.raises(ModuleNotFoundError, match="no_such_library"):
        part_of("nim", "game", None)


@pytest.mark.parametrize("code", ["PLUGIN = 'rules'", "PLUGIN = GamePlugin(name='nym', game='x:y')"])
def test_an_entry_that_is_no_plugin_of_its_game_is_refused(install, code):
    install(code)
    with pytest.raises(StonefieldError, match=r"`nim_game:PLUGIN`: .* must be a GamePlugin named nim"):
        part_of("nim", "game", None)
