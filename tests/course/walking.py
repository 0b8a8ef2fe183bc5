"""Walking through lessons: every try that a step allows, on every way that leads to it."""

from stonefield.course import judge, lessons

MANY = 400
"""More decisions than this are judged by a sample, unless everything is asked for."""
SAMPLE = 150
WAYS = 4

STEPS = [(lesson, number) for lesson in lessons() for number in range(len(lesson.steps))]


def name_of(step):
    lesson, number = step
    return f"{lesson.id}-{lesson.steps[number].name}"


def thinned(things, most):
    """At most so many of them, evenly spread."""
    return things if len(things) <= most else things[:: -(-len(things) // most)]


def ways_to(lesson, number, full):
    """The decisions that lead to a step, and the position there; the way that is shown comes first."""
    if lesson.steps[number].position:
        return [((), lesson.steps[number].position)]
    ways = []
    for way, position in ways_to(lesson, number - 1, full):
        step = lesson.steps[number - 1]
        found = {step.show: judge(lesson, number - 1, (*way, step.show)).position} if step.show else {}
        for text in tries(step, position, full):
            verdict = judge(lesson, number - 1, (*way, text))
            if verdict.right:
                found[text] = verdict.position
        ways += [((*way, text), after) for text, after in found.items()]
    return ways if full else thinned(ways, WAYS)


def tries(step, position, full):
    """Everything that can be tried, or a sample of very much."""
    if step.question:
        return list(step.question.choices)
    texts = [move.text for move in position.legal_moves()]
    return texts if full or len(texts) <= MANY else [step.show, *thinned(texts, SAMPLE)]
