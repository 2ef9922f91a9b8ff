"""Errors in parameters, periods and games, with messages for people."""


class RatingError(ValueError):
    """The input cannot be rated."""


class ParameterError(RatingError):
    """A parameter of a rating system is out of its range, or a stored document cannot be read."""


class HistoryError(RatingError):
    """Periods or games contradict each other."""


def require(condition: bool, sentence: str) -> None:
    """Raise a ParameterError with the sentence unless the condition holds."""
    if not condition:
        raise ParameterError(sentence)
