"""An event's regulations and a section's system in words, for its page and its files."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import GameKind
from tournaments.models import Event, PairingSystem, RecordsPublic, Section, SetupRule
from tournaments.standings import TIE_BREAKS
from tournaments.tournament_data import point_system

DEFAULT_TWO_SQUARES_LIMIT = 5


@dataclass(frozen=True)
class Regulation:
    subject: str | Promise
    words: str


def event_regulations(event: Event) -> list[Regulation]:
    """Only what this game knows, and only what was decided."""
    if event.game == GameKind.BARRAGOON:
        regulations = [Regulation(_("Set-up"), _setup(event)), Regulation(_("Express rule"), _express(event))]
    else:
        limit = event.two_squares_limit or DEFAULT_TWO_SQUARES_LIMIT
        regulations = [Regulation(_("Two squares"), _two_squares(limit))]
    regulations.append(Regulation(_("Without a capture"), _no_capture(event)))
    if event.thinking_time:
        regulations.append(Regulation(_("Thinking time"), event.thinking_time))
    if event.round_minutes:
        regulations.append(
            Regulation(
                _("A round lasts"),
                ngettext("%(number)s minute", "%(number)s minutes", event.round_minutes)
                % {"number": event.round_minutes},
            )
        )
    regulations.append(Regulation(_("Game records"), f"{_due(event)} {_public(event)}"))
    return regulations


def describe_system(section: Section) -> str:
    """The pairing system with what was chosen for it: “Swiss (FIDE Dutch), 7 rounds, accelerated”."""
    parts = [str(section.get_system_display())]
    if section.system in (PairingSystem.SWISS, PairingSystem.KEIZER):
        parts.append(
            ngettext("%(number)s round", "%(number)s rounds", section.planned_rounds)
            % {"number": section.planned_rounds}
        )
    if section.system == PairingSystem.ROUND_ROBIN and section.cycles > 1:
        parts.append(
            ngettext("%(number)s cycle", "%(number)s cycles", section.cycles) % {"number": section.cycles}
        )
    if section.games_per_match > 1:
        parts.append(_("%(number)s games each round") % {"number": section.games_per_match})
    if section.system == PairingSystem.SWISS and section.accelerated:
        parts.append(_("accelerated"))
    if section.system == PairingSystem.KNOCKOUT and section.third_place:
        parts.append(_("with a match for the third place"))
    return capfirst(", ".join(parts))


def describe_points(section: Section) -> str:
    """“1–½–0” with what the bye brings, if that is no win."""
    points = point_system(section)
    values = (points.win, points.draw, points.loss)
    words = "–".join(points.text(value) for value in values)
    if points.pairing_bye != points.win:
        words += ", " + _("a bye is worth %(points)s") % {"points": points.text(points.pairing_bye)}
    return words


def tie_break_names(section: Section) -> list[str]:
    return [
        TIE_BREAKS[code].name if code in TIE_BREAKS else _("drawing of lots")
        for code in section.tie_breaks.split(",")
        if code
    ]


def _setup(event: Event) -> str:
    return {
        SetupRule.CLOSED: _("Closed: the eight barragoons on the board show “no way”."),
        SetupRule.OPEN: _("Open: the eight barragoons on the board show “all turns”."),
        SetupRule.CHOSEN: _("Closed or open, as the two players choose."),
    }[SetupRule(event.setup)]


def _express(event: Event) -> str:
    if not event.first_express and not event.second_express:
        return _("Not played.")
    if event.first_express == event.second_express:
        return _("Level %(level)s for both sides.") % {"level": event.first_express}
    return _("Level %(first)s for White, level %(second)s for Brown.") % {
        "first": event.first_express,
        "second": event.second_express,
    }


def _two_squares(limit: int) -> str:
    return ngettext(
        "One piece may go back and forth between two squares at most %(number)s turn in a row.",
        "One piece may go back and forth between two squares at most %(number)s turns in a row.",
        limit,
    ) % {"number": limit}


def _no_capture(event: Event) -> str:
    if not event.no_capture_limit:
        return _("No limit: only the rules of the game end it.")
    return ngettext(
        "The game is drawn after %(number)s move of either side without a capture.",
        "The game is drawn after %(number)s moves, of both sides together, without a capture.",
        event.no_capture_limit,
    ) % {"number": event.no_capture_limit}


def _due(event: Event) -> str:
    if event.records_due_hours is None:
        return _("Welcome, but nobody has to hand one in.")
    return ngettext(
        "Due %(number)s hour after the round is closed.",
        "Due %(number)s hours after the round is closed.",
        event.records_due_hours,
    ) % {"number": event.records_due_hours}


def _public(event: Event) -> str:
    return {
        RecordsPublic.AT_ONCE: _("Everybody sees them as soon as they are there."),
        RecordsPublic.ROUND_CLOSED: _("Everybody sees them when their round is closed."),
        RecordsPublic.EVENT_ENDS: _("Everybody sees them when the event is finished."),
        RecordsPublic.NEVER: _("Only the players and the arbiters see them."),
    }[RecordsPublic(event.records_public)]


def section_regulations(section: Section) -> list[tuple[str, str]]:
    """What a section is played by, subject and words."""
    return [
        (_("System"), describe_system(section)),
        (_("Points"), describe_points(section)),
        (_("Tie-breaks"), " · ".join(tie_break_names(section)) or _("none")),
        (_("Ratings"), _("The games are rated.") if section.rated else _("The games are not rated.")),
    ]
