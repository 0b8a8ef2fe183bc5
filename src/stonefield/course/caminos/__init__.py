"""Caminos' course."""

from importlib.resources import files

from stonefield.course.caminos.facts import FACTS
from stonefield.course.registry import Course

COURSE = Course(FACTS, files(__name__))
