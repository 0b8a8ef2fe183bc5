"""Caminos' course."""

from importlib.resources import files

from stonefield.course.caminos.facts import FACTS
from stonefield.course.courses import Course

COURSE = Course(FACTS, files(__name__))
