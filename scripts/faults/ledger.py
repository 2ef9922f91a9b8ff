"""What the load has sent and what was answered: the site is held to it at the end."""

import re
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from statistics import median

NO_ANSWER = 0


@dataclass(frozen=True)
class Answer:
    """To one attempt. `status` is NO_ANSWER if the connection was refused, cut or silent."""

    began: float
    seconds: float
    what: str
    status: int
    has_retry_after: bool = False
    request_id: str = ""


@dataclass(frozen=True)
class SentUpload:
    """`is_certain`: the site said that it has it. Otherwise the connection was cut, and it may have it or not."""

    name: str
    valid: int
    broken: int
    is_certain: bool


@dataclass(frozen=True)
class SentPhoto:
    key: str
    is_certain: bool


@dataclass
class Ledger:
    """Filled by all threads of the load; each entry is written once, by one of them."""

    answers: list[Answer] = field(default_factory=list)
    cut_by_us: int = 0
    uploads: dict[str, SentUpload] = field(default_factory=dict)
    published_rounds: set[int] = field(default_factory=set)
    results: dict[int, str] = field(default_factory=dict)
    finished_events: set[int] = field(default_factory=set)
    confirmed_games: dict[int, int] = field(default_factory=dict)  # how many players have confirmed
    invitations: dict[str, bool] = field(default_factory=dict)  # address → whether it is certain
    photos: dict[int, list[SentPhoto]] = field(default_factory=dict)  # of a person, in their order
    backups: list[str] = field(default_factory=list)
    troubles: list[str] = field(default_factory=list)  # of the load itself: refusals that should not be

    def record(
        self, *, began: float, what: str, status: int, has_retry_after: bool = False, request_id: str = ""
    ) -> None:
        self.answers.append(
            Answer(
                began, time.monotonic() - began, without_numbers(what), status, has_retry_after, request_id
            )
        )

    def between(self, start: float, end: float) -> Iterator[Answer]:
        return (answer for answer in list(self.answers) if start <= answer.began < end)

    def accepted(self) -> int:
        """Everything that the site said yes to. Others write meanwhile, so what they write into is copied first."""
        uploads = sum(
            upload.valid + upload.broken for upload in list(self.uploads.values()) if upload.is_certain
        )
        photos = sum(1 for sent in list(self.photos.values()) if any(photo.is_certain for photo in sent))
        return (
            uploads
            + photos
            + len(self.published_rounds)
            + len(self.results)
            + len(self.finished_events)
            + sum(list(self.confirmed_games.values()))
            + sum(list(self.invitations.values()))
        )


def without_numbers(path: str) -> str:
    """So that answers of one kind can be counted together."""
    return re.sub(r"\d+", "N", path.partition("?")[0])


def answered_share(answers: list[Answer]) -> float:
    return sum(answer.status != NO_ANSWER for answer in answers) / len(answers) if answers else 1.0


def median_seconds(answers: list[Answer]) -> float:
    answered = [answer.seconds for answer in answers if answer.status != NO_ANSWER]
    return median(answered) if answered else 0.0
