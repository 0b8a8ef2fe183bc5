"""Games understood afterwards: what each decision cost, and why."""

from stonefield.study.decision import Decision
from stonefield.study.explain.claims import Claim, Explanation
from stonefield.study.review import Review, ReviewBuilder, assess, review

__all__ = ["Claim", "Decision", "Explanation", "Review", "ReviewBuilder", "assess", "review"]
