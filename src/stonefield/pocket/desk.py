"""All that has to do with studies on the device, put together."""

from __future__ import annotations

from stonefield.pocket.asking import Paths
from stonefield.pocket.engine import Engine
from stonefield.pocket.games import Games
from stonefield.pocket.reviews import Reviews
from stonefield.pocket.rows import Rows
from stonefield.pocket.studies import Studies
from stonefield.pocket.study_acts import StudyActs
from stonefield.pocket.study_advice import StudyAdvice
from stonefield.pocket.study_lines import StudyLines
from stonefield.pocket.study_paths import add_studies
from stonefield.pocket.study_sources import StudySources
from stonefield.server.protocol.problems import Refusal


class StudyDesk:
    """The studies, and those who look at them."""

    def __init__(
        self,
        rows: Rows,
        games: Games,
        engine: Engine,
        told: list[tuple[int, str]],
        closed: list[tuple[int, int]],
    ) -> None:
        self.lines = StudyLines(told, closed)
        self._studies = Studies(rows, self.lines.changed)
        self._sources = StudySources(games)
        self._acts = StudyActs(self._studies, self._sources)
        self.reviews = Reviews(engine, rows, self.lines)
        self.lines.serve(self._studies, self._acts, StudyAdvice(engine, self.lines, self.reviews))

    def add_to(self, paths: Paths) -> None:
        """Answer the paths of studies."""
        add_studies(paths, self._studies, self._sources, self._acts, self.lines, self.reviews)

    def take(self, keys: set[str]) -> None:
        """Rows are other ones: what was known of them is read again, and those who look are told."""
        for study in self._studies.forget(keys):
            self.lines.read_again(study)
            try:
                self.lines.changed(self._studies.find(study))
            except Refusal:
                self.lines.gone(study)
        self.reviews.take(keys)
