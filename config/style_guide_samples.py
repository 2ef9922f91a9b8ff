"""The made-up clubs, people, events and games of the style guide: rows that nobody ever saves."""

from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any, Final, NamedTuple

from django.http import HttpRequest
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _

from audit.presenters.lines import FieldChange, HistoryLine, PieceKind, TextPiece
from core.game_types import game_label
from core.search.sources import SearchResult
from core.web.panels import RenderedPanel
from engine.record import read_text
from games.archive.presenters import GameCard
from games.replay.presenters.board import Board, build_board
from games.replay.presenters.frame import parse_place
from games.replay.presenters.replay import draw_thumbnail
from games.replay.presenters.subject import Player, ShownFinding, Subject
from players.models import Club, Person
from tournaments.models import EventState
from tournaments.rounds.presenters.lists import render_qr_code

HERE: Final = "#top"
# A capture, a barragoon put back twice, a comment and a variation: everything a list of moves can have.
RECORD: Final = """
[Game "Barragoon"]
[White "Agnes Brandt"]
[Brown "Jorge Núñez"]
[Position "6z/7/7/7/3(NE)3/7/3z3/5Z1/1V5 w 24 0-0"]
[Result "*"]

1. b1xd3/X@a4/NS@g6 $1 { A tile, and two barragoons come back. } (1. f2-f3) 1... g9-f9 *
"""


@dataclass(frozen=True)
class SampleEvent:
    """What the card of an event asks of a row."""

    name: str
    starts_on: date
    ends_on: date
    state: EventState
    game: str
    players: int
    place: str = "Golden Anchor"
    get_absolute_url: str = HERE

    @property
    def club(self) -> Club:
        return CLUB

    def get_state_display(self) -> str:
        return str(self.state.label)

    def get_game_display(self) -> str:
        return game_label(self.game)


class Pair(NamedTuple):
    """A board of a round, first colour first, with the points before it."""

    board: int
    first: str
    first_points: str
    second: str
    second_points: str
    result: str


AGNES: Final = Person(pk=1, name="Agnes Brandt")
JORGE: Final = Person(pk=2, name="Jorge Núñez")
LUCJA: Final = Person(pk=3, name="Łucja Wiśniewska")
CLUB: Final = Club(
    slug="lapwing",
    name="Lapwing Games Circle",
    place="Back room of the Golden Anchor",
    contact_email="club@example.org",
)
PAIRS: Final = (
    Pair(1, "Agnes Brandt", "4½", "Jorge Núñez", "4", "1–0"),
    Pair(2, "Łucja Wiśniewska", "3½", "Pietro Gallo", "3½", "½–½"),
    Pair(3, "Emil Sørensen", "3", "Maximiliane von Hohenstein-Wartenberg", "2½", ""),
)


def events() -> list[SampleEvent]:
    autumn, winter = date(2026, 10, 3), date(2026, 12, 12)
    return [
        SampleEvent("Autumn Open", autumn, date(2026, 10, 4), EventState.RUNNING, "barragoon", 34),
        SampleEvent("Winter Rapid", winter, winter, EventState.OPEN, "stratego", 0),
    ]


def games() -> list[GameCard]:
    position = "2d1dv1/2z1z2/v6/1(X)1d1(X)1/(X)1(X)1(X)1(X)/1(X)1D1(X)1/V6/2Z1Z2/2D1DV1 w 24 0-0"
    picture = mark_safe(draw_thumbnail("barragoon", position, whole=True))  # noqa: S308  drawn by the engine
    occasion = _("Autumn Open, round 3 · 3 October 2026")
    hidden = _("nobody else until the embargo ends")
    return [
        GameCard(
            HERE, "Agnes Brandt – Jorge Núñez", "1–0", _("Barragoon · 34 plies"), occasion, "", "", picture
        ),
        GameCard(
            HERE,
            "Maximiliane von Hohenstein-Wartenberg – Łucja Wiśniewska",
            "½–½",
            _("Barragoon · 112 plies"),
            occasion,
            hidden,
            "",
            picture,
        ),
    ]


def replayed(request: HttpRequest) -> Board:
    """The board of a game's page; its links lead back to the guide."""
    (record,) = read_text(RECORD)
    findings = (
        ShownFinding(
            _("After ply 2 the position is not dead: a capture is possible in 3 plies."),
            "6b",
            2,
            "proposed",
            _("proposed by the referee"),
            "",
        ),
    )
    players = (Player("Agnes Brandt", HERE), Player("Jorge Núñez", level=2))
    subject = Subject(record, ("open",), request.path, players, findings=findings)
    return build_board(subject, parse_place(request.GET, subject.views), otherwise=1)


def history() -> list[HistoryLine]:
    return [
        HistoryLine(
            datetime(2026, 10, 3, 14, 30, tzinfo=UTC),
            mark_safe(_("Agnes Brandt corrected the result of board 7.")),  # noqa: S308  a sentence of ours
            [FieldChange(_("Result"), "0–1", "1–0", []), FieldChange(_("Signed"), "", _("both players"), [])],
            _("The slip was read upside down."),
        ),
        HistoryLine(
            datetime(2026, 10, 2, 9, 5, tzinfo=UTC),
            mark_safe(_("Jorge Núñez changed the club.")),  # noqa: S308  a sentence of ours
            [
                FieldChange(
                    _("About"),
                    "",
                    "",
                    [
                        TextPiece(PieceKind.SAME, _("We meet on ")),
                        TextPiece(PieceKind.REMOVED, _("Tuesdays")),
                        TextPiece(PieceKind.SAME, " "),
                        TextPiece(PieceKind.ADDED, _("Thursdays")),
                    ],
                )
            ],
            "",
        ),
    ]


def panels() -> list[RenderedPanel]:
    words = mark_safe(f"<p>{_('What an app says about a person or a club, in the order of its number.')}</p>")  # noqa: S308  a sentence of ours
    return [RenderedPanel("sample-panel", _("A panel of a page"), words, HERE, _("All of it"))]


def found() -> list[SearchResult]:
    return [
        SearchResult("Agnes Brandt", HERE, "Lapwing Games Circle"),
        SearchResult("Autumn Open", HERE, _("Event")),
    ]


def sample_objects(request: HttpRequest) -> dict[str, Any]:
    return {
        "agnes": AGNES,
        "jorge": JORGE,
        "lucja": LUCJA,
        "club": CLUB,
        "pairs": PAIRS,
        "events": events(),
        "cards": games(),
        "replayed": replayed(request),
        "lines": history(),
        "panels": panels(),
        "found": found(),
        "code": mark_safe(render_qr_code("https://club.example.org/")),  # noqa: S308  drawn by segno
        "recovery_codes": ("kx3p-79wd", "m2fa-c4tt", "9r6e-hq8n", "w5zu-3bjy"),
    }
