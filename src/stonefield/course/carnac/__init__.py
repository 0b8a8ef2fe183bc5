"""Carnac's course."""

from importlib.resources import files

from stonefield.course.carnac.facts import FACTS
from stonefield.course.courses import Course

COURSE = Course(FACTS, files(__name__))
