"""The pages about the API: the reference is what the models say, and the page that explains leads into it."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from typing import get_args

import pytest

from stonefield.locales import Catalogue
from stonefield.server.app import create_app
from stonefield.server.protocol.problems import REFUSALS, Code
from stonefield.server.protocol.schema import components
from stonefield.server.settings import ServerSettings

ROOT = Path(__file__).parents[2]
GUIDE, REFERENCE = ROOT / "docs" / "api.md", ROOT / "docs" / "api-reference.md"
NOT_REASONS = {"title", "thinking", "chance"}


@pytest.fixture(scope="module")
def script():
    spec = importlib.util.spec_from_file_location("api_reference", ROOT / "scripts" / "api_reference.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def headings(page):
    found = re.findall(r"^#+ (.+)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in found}


def test_the_reference_is_what_the_models_say(script):
    assert REFERENCE.read_text("utf-8") == script.reference(), "run `python scripts/api_reference.py`"


def test_the_reference_has_every_path_and_every_model():
    text = REFERENCE.read_text("utf-8")
    paths = create_app(ServerSettings(database="sqlite:///unused.db")).openapi()["paths"]
    for path, methods in paths.items():
        for method in methods:
            assert f"\n### `{method.upper()} {path}`\n" in text
    for model in components():
        assert f"\n### `{model}`\n" in text


def test_every_code_of_a_problem_is_explained():
    assert tuple(REFUSALS) == get_args(Code)
    assert all(meaning for _, meaning in REFUSALS.values())


def test_every_reason_of_a_hint_is_explained(script):
    keys = [key.removeprefix("hint.") for key in Catalogue("en").texts if key.startswith("hint.")]
    said = {key for key in keys if "." not in key} - NOT_REASONS
    assert said == {code for meanings in script.REASONS.values() for code in meanings}


@pytest.mark.parametrize("page", [GUIDE, REFERENCE], ids=lambda page: page.name)
def test_links_lead_to_headings_that_are_there(page):
    links = re.findall(r"\]\(([\w-]+\.md)?#([\w-]+)\)", page.read_text("utf-8"))
    assert links
    for file, anchor in links:
        assert anchor in headings(page.with_name(file) if file else page), f"{file}#{anchor}"


@pytest.mark.parametrize("page", [GUIDE, REFERENCE], ids=lambda page: page.name)
def test_no_line_is_too_long_to_read(page):
    assert [line for line in page.read_text("utf-8").splitlines() if len(line) > 120] == []
