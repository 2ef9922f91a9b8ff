"""Every file of a section: what it is called, what it is for, in which formats it comes, and who makes it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from django.http import HttpResponse, StreamingHttpResponse
from django.utils.functional import Promise
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from downloads.tables import table_file
from tournaments.files import lists, paper_lists
from tournaments.files.certificates import certificates
from tournaments.files.place_cards import place_cards
from tournaments.files.reports import report_file
from tournaments.files.score_sheets import score_sheets
from tournaments.models import PairingSystem, Section
from tournaments.trf import Edition

Answer = HttpResponse | StreamingHttpResponse
Maker = Callable[[Section, int], bytes]
"""Makes the bytes of a file; the number is that of the round, where the file is of one."""

_CONTENT_TYPES: Final = {"pdf": "application/pdf", "trf": "text/plain; charset=utf-8"}


@dataclass(frozen=True)
class SectionFile:
    key: str
    title: str | Promise
    purpose: str | Promise
    kinds: tuple[str, ...]
    of_round: bool = False
    for_arbiters: bool = False
    """Only those who conduct the event get it: it is made for the day, and takes a while."""
    not_for: frozenset[str] = frozenset()
    """Systems that have no such file."""

    def is_for(self, section: Section) -> bool:
        return section.system not in self.not_for


_TABLE: Final = ("csv", "json")
_KNOCKOUT: Final = frozenset({PairingSystem.KNOCKOUT.value})

FILES: Final = {
    file.key: file
    for file in (
        SectionFile("entries", _("Entries"), _("who plays, with rating, club and categories"), _TABLE),
        SectionFile(
            "pairings", _("Pairings by board"), _("to hang on the wall, with points and room for results"),
            ("pdf", *_TABLE), of_round=True,
        ),
        SectionFile(
            "pairings-by-name", _("Pairings by name"), _("to find oneself: board, colour, opponent"),
            ("pdf",), of_round=True,
        ),
        SectionFile("results", _("Results"), _("every game of the published rounds"), _TABLE),
        SectionFile(
            "standings", _("Standings"), _("ranks, points and tie-breaks"), ("pdf", *_TABLE)
        ),
        SectionFile(
            "crosstable", _("Crosstable"), _("who met whom, with colours and results"), ("pdf", *_TABLE),
            not_for=_KNOCKOUT,
        ),
        SectionFile(
            "trf26", _("Report TRF26"), _("FIDE’s report format of 2026, for pairing programs and rating officers"),
            ("trf",),
        ),
        SectionFile(
            "trf16", _("Report TRF16"), _("the older edition, for programs that do not know the new one"), ("trf",)
        ),
        SectionFile(
            "score-sheets", _("Score sheets"),
            _("two for every game of the round, with a legend of the notation"),
            ("pdf",), of_round=True, for_arbiters=True,
        ),
        SectionFile(
            "place-cards", _("Place cards"), _("names to stand on the tables: cut, fold"), ("pdf",), for_arbiters=True
        ),
        SectionFile(
            "certificates", _("Certificates"), _("one for each player, with place and points"),
            ("pdf",), for_arbiters=True,
        ),
    )
}  # fmt: skip

_MAKERS: Final[dict[str, Maker]] = {
    "pairings": paper_lists.pairings_by_board,
    "pairings-by-name": paper_lists.pairings_by_name,
    "standings": lambda section, number: paper_lists.standings(section),
    "crosstable": lambda section, number: paper_lists.crosstable(section),
    "score-sheets": score_sheets,
    "place-cards": lambda section, number: place_cards(section),
    "certificates": lambda section, number: certificates(section),
    "trf16": lambda section, number: report_file(section, Edition.TRF16),
    "trf26": lambda section, number: report_file(section, Edition.TRF26),
}


def files_of(section: Section, *, for_arbiters: bool, rounds: Sequence[int]) -> list[SectionFile]:
    """Those that there are at present, for whoever asks."""
    return [
        file
        for file in FILES.values()
        if file.is_for(section) and (for_arbiters or not file.for_arbiters) and (rounds or not file.of_round)
    ]


def file_of(section: Section, key: str, kind: str, *, for_arbiters: bool) -> SectionFile | None:
    """None if there is no such file for whoever asks."""
    file = FILES.get(key)
    if file is None or kind not in file.kinds or not file.is_for(section):
        return None
    return file if for_arbiters or not file.for_arbiters else None


def answer(section: Section, file: SectionFile, kind: str, number: int) -> Answer:
    """The file itself. Raises trf.TrfError where a report cannot say what the section has."""
    name = "-".join(
        filter(None, [section.event.name, section.name, file.key, str(number) if file.of_round else ""])
    )
    if kind in _TABLE:
        listing = lists.pairings(section, number) if file.of_round else lists.LISTS[file.key](section)
        return table_file(listing.columns, listing.rows, kind=kind, name=name)
    response = HttpResponse(_MAKERS[file.key](section, number), content_type=_CONTENT_TYPES[kind])
    response["Content-Disposition"] = f'attachment; filename="{slugify(name) or "kiebitz"}.{kind}"'
    return response
