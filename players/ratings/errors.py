"""What can be wrong with what the rating code is given, in sentences for people."""


class RatingError(ValueError):
    """Something given to the rating code cannot be rated."""


class ParameterError(RatingError):
    """A parameter of a rating system is out of its range, or a stored document cannot be read."""


class HistoryError(RatingError):
    """Periods or games contradict each other."""


def require(condition: bool, sentence: str) -> None:
    """Refuse parameters with a sentence that says what would be right."""
    if not condition:
        raise ParameterError(sentence)
