"""Parts of games are found by name: built in, registered, or from an installed package."""

import pytest

from stonefield.games import find_game
from stonefield.games.registry import Registry


def test_a_built_in_part_is_imported_when_it_is_asked_for():
    registry: Registry[object] = Registry("stonefield.nothing", {"carnac": "stonefield.games.carnac:GAME"})
    assert registry.get("carnac") is find_game("carnac")
    assert registry.names() == ("carnac",)


def test_packages_are_not_looked_through_for_a_part_that_is_known(monkeypatch):
    registry: Registry[object] = Registry("stonefield.nothing", {"carnac": "stonefield.games.carnac:GAME"})
    registry.register("nim", "a part")
    monkeypatch.setattr("importlib.metadata.entry_points", lambda **_: pytest.fail("looked through"))
    assert (registry.get("carnac"), registry.get("nim")) == (find_game("carnac"), "a part")


def test_an_unknown_game_has_no_part():
    assert Registry("stonefield.nothing", {}).get("go") is None


def test_a_registered_part_is_found_and_no_game_is_registered_twice():
    registry: Registry[str] = Registry("stonefield.nothing", {})
    registry.register("nim", "a part")
    assert registry.get("nim") == "a part"
    with pytest.raises(ValueError, match="nim is already registered"):
        registry.register("nim", "another")


def test_an_installed_package_adds_a_part_by_its_entry_point(tmp_path, monkeypatch):
    package = tmp_path / "stonefield_nim-1.0.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: stonefield-nim\nVersion: 1.0\n")
    (package / "entry_points.txt").write_text("[stonefield.test]\nnim = nim_rules:GAME\n")
    (tmp_path / "nim_rules.py").write_text("GAME = 'the rules of nim'\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    registry: Registry[str] = Registry("stonefield.test", {})
    assert registry.names() == ("nim",)
    assert registry.get("nim") == "the rules of nim"
