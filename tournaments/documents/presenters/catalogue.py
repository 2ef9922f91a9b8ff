"""Every document of a section: its name, its purpose, its formats, and what makes it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from django.http import HttpResponse, StreamingHttpResponse
from django.utils.functional import Promise
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from core.web.downloads import table_response
from tournaments import trf
from tournaments.documents.presenters import data_lists, pdf_lists
from tournaments.documents.presenters.certificates import certificates, place_cards
from tournaments.documents.presenters.round_bundle import result_slips, round_bundle
from tournaments.documents.presenters.score_sheets import score_sheets
from tournaments.documents.selectors import arbiter_names
from tournaments.models import PairingSystem, Section
from tournaments.tables.selectors.standings import table_from_data
from tournaments.tournament_data import load_section_data
from tournaments.trf import Edition

DocumentResponse = HttpResponse | StreamingHttpResponse

DocumentMaker = Callable[[Section, int], bytes]
"""Makes the bytes of a file; the number is that of the round, where the file is of one."""

_CONTENT_TYPES: Final = {"pdf": "application/pdf", "trf": "text/plain; charset=utf-8"}
_TABLE: Final = ("csv", "json")
_KNOCKOUT: Final = frozenset({PairingSystem.KNOCKOUT.value})

_TRF_KINDS: Final = {
    PairingSystem.SWISS: "Individual: Swiss-System (Dutch)",
    PairingSystem.ROUND_ROBIN: "Individual: Round-Robin",
    PairingSystem.KNOCKOUT: "Individual: Knockout",
    PairingSystem.KEIZER: "Individual: Keizer",
}


@dataclass(frozen=True)
class Document:
    key: str
    title: str | Promise
    purpose: str | Promise
    kinds: tuple[str, ...]
    of_round: bool = False
    for_arbiters: bool = False
    """Only those who conduct the event get it: it is made for the day, and takes a while."""
    not_for: frozenset[str] = frozenset()
    """Systems that have no such file."""
    after_the_end: bool = False
    """Says who has won: there is none before everybody knows."""

    def is_for(self, section: Section) -> bool:
        if self.after_the_end and not section.event.has_finished:
            return False
        return section.system not in self.not_for


DOCUMENTS: Final = {
    file.key: file
    for file in (
        Document("entries", _("Entries"), _("who plays, with rating, club and categories"), _TABLE),
        Document(
            "pairings", _("Pairings by board"), _("to hang on the wall, with points and room for results"),
            ("pdf", *_TABLE), of_round=True,
        ),
        Document(
            "pairings-by-name", _("Pairings by name"), _("to find your own board, colour and opponent"),
            ("pdf",), of_round=True,
        ),
        Document("results", _("Results"), _("every game of the published rounds"), _TABLE),
        Document(
            "standings", _("Standings"), _("ranks, points and tie-breaks"), ("pdf", *_TABLE)
        ),
        Document(
            "crosstable", _("Crosstable"), _("who met whom, with colours and results"), ("pdf", *_TABLE),
            not_for=_KNOCKOUT,
        ),
        Document(
            "trf26", _("Report TRF26"), _("FIDE’s report format of 2026, for pairing programs and rating officers"),
            ("trf",),
        ),
        Document(
            "trf16", _("Report TRF16"), _("the older edition, for programs that do not know the new one"), ("trf",)
        ),
        Document(
            "round-bundle", _("The round to print"),
            _("pairings by board and by name, result slips and score sheets in one file"),
            ("pdf",), of_round=True, for_arbiters=True,
        ),
        Document(
            "result-slips", _("Result slips"), _("one for each game: cut, sign, bring to the arbiter"),
            ("pdf",), of_round=True, for_arbiters=True,
        ),
        Document(
            "score-sheets", _("Score sheets"),
            _("two for every game of the round, with a legend of the notation"),
            ("pdf",), of_round=True, for_arbiters=True,
        ),
        Document(
            "place-cards", _("Place cards"), _("names to stand on the tables: cut, fold"), ("pdf",), for_arbiters=True
        ),
        Document(
            "certificates", _("Certificates"), _("one for each player, with place and points"),
            ("pdf",), for_arbiters=True, after_the_end=True,
        ),
    )
}  # fmt: skip

_MAKERS: Final[dict[str, DocumentMaker]] = {
    "pairings": pdf_lists.pairings_by_board,
    "pairings-by-name": pdf_lists.pairings_by_name,
    "standings": lambda section, number: pdf_lists.standings(section),
    "crosstable": lambda section, number: pdf_lists.crosstable(section),
    "round-bundle": round_bundle,
    "result-slips": result_slips,
    "score-sheets": score_sheets,
    "place-cards": lambda section, number: place_cards(section),
    "certificates": lambda section, number: certificates(section),
    "trf16": lambda section, number: trf_report(section, Edition.TRF16),
    "trf26": lambda section, number: trf_report(section, Edition.TRF26),
}


def available_documents(section: Section, *, for_arbiters: bool, rounds: Sequence[int]) -> list[Document]:
    """Those that the section has at present, for arbiters or for everybody."""
    return [
        file
        for file in DOCUMENTS.values()
        if file.is_for(section) and (for_arbiters or not file.for_arbiters) and (rounds or not file.of_round)
    ]


def find_document(section: Section, key: str, kind: str, *, for_arbiters: bool) -> Document | None:
    """None if there is no such file, or it is only for arbiters."""
    file = DOCUMENTS.get(key)
    if file is None or kind not in file.kinds or not file.is_for(section):
        return None
    return file if for_arbiters or not file.for_arbiters else None


def document_response(section: Section, file: Document, kind: str, number: int) -> DocumentResponse:
    """The file itself. Raises trf.TrfError where a report cannot say what the section has."""
    name = "-".join(
        filter(None, [section.event.name, section.name, file.key, str(number) if file.of_round else ""])
    )
    if kind in _TABLE:
        listing = (
            data_lists.pairings(section, number)
            if file.of_round
            else data_lists.DATA_LISTS[file.key](section)
        )
        return table_response(listing.columns, listing.rows, kind=kind, name=name)
    response = HttpResponse(_MAKERS[file.key](section, number), content_type=_CONTENT_TYPES[kind])
    response["Content-Disposition"] = f'attachment; filename="{slugify(name) or "kiebitz"}.{kind}"'
    return response


def trf_report(section: Section, edition: trf.Edition) -> bytes:
    """With the published rounds and the table as the site shows it. Raises trf.TrfError where something does not fit.

    Six queries at most.
    """
    data = load_section_data(section)
    event = section.event
    table = table_from_data(data)
    arbiters = arbiter_names(event)
    codes = tuple(code.strip() for code in section.tie_breaks.split(",") if code.strip())
    details = trf.Details(
        city=event.place,
        start=f"{event.starts_on:%Y/%m/%d}",
        end=f"{event.ends_on:%Y/%m/%d}",
        kind=_TRF_KINDS[PairingSystem(section.system)],
        chief_arbiter=arbiters[0] if arbiters else "",
        deputy_arbiters=tuple(arbiters[1:]),
        time_control=event.thinking_time,
        tie_breaks=codes,
        standing_order=codes if "PTS" in codes else ("PTS", *codes),
    )
    ranks = {row.number: row.rank for row in table.rows}
    return trf.write(data.tournament, edition=edition, details=details, ranks=ranks).to_bytes()
