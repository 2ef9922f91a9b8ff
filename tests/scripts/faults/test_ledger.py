"""What the load of `make faults` notes of its requests."""

from scripts.faults.ledger import (
    NO_ANSWER,
    Answer,
    Ledger,
    SentUpload,
    answered_share,
    median_seconds,
    without_numbers,
)

ANSWERS = [
    Answer(1, 0.1, "GET /", 200),
    Answer(2, 0.3, "GET /", 503, has_retry_after=True),
    Answer(3, 15.0, "GET /", NO_ANSWER),
    Answer(4, 0.5, "GET /", 404),
]


def test_a_refused_connection_is_no_answer_and_has_no_latency() -> None:
    assert answered_share(ANSWERS) == 0.75
    assert median_seconds(ANSWERS) == 0.3


def test_without_requests_all_were_answered() -> None:
    assert (answered_share([]), median_seconds([])) == (1.0, 0.0)


def test_answers_belong_to_the_time_in_which_they_were_asked_for() -> None:
    assert list(Ledger(answers=ANSWERS).between(2, 4)) == ANSWERS[1:3]


def test_addresses_of_one_kind_are_the_same() -> None:
    assert without_numbers("GET /api/v1/records/?upload=17") == "GET /api/vN/records/"


def test_what_had_no_answer_was_not_accepted() -> None:
    uploads = {
        "a": SentUpload("a", 3, 1, is_certain=True),
        "b": SentUpload("b", 7, 0, is_certain=False),
    }

    assert Ledger(uploads=uploads, results={1: "1-0"}, confirmed_games={5: 2}).accepted() == 4 + 1 + 2
