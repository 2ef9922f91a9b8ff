"""An event's regulations and a section's system in words, for its page and its files."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.game_types import counts_captures, describe
from core.texts import translate
from engine.description import GameDescription
from games.models import LiveMode
from tournaments.models import Event, PairingSystem, PlayerRecording, RecordsPublic, Section
from tournaments.standings import canonical
from tournaments.tables.presenters.tie_breaks import tie_break_name
from tournaments.tournament_data import point_system


@dataclass(frozen=True)
class Regulation:
    subject: str | Promise
    words: str


def event_regulations(event: Event) -> list[Regulation]:
    """Only what this game knows, and only what was decided."""
    known = describe(event.game)
    regulations = list(_option_regulations(event, known))
    if counts_captures(known):
        regulations.append(Regulation(_("Without a capture"), _no_capture(event)))
    if not event.is_refereed:
        regulations.append(
            Regulation(_("Referee"), _("None: records are kept as they are sent, and nobody checks them."))
        )
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
    if event.is_refereed:
        regulations.append(Regulation(_("Recording on phones"), _recording(event)))
        if event.live_boards != LiveMode.OFF:
            regulations.append(Regulation(_("Live boards"), _live(event)))
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
    codes = [code for code in section.tie_breaks.split(",") if code]
    return [tie_break_name(canonical(code)) for code in codes]


def _option_regulations(event: Event, known: GameDescription) -> Iterator[Regulation]:
    values = event.option_values
    for option in known.options:
        words = option.words(values[option.key])
        if option.subject is not None and words is not None:
            yield Regulation(translate(option.subject), translate(*words))
    if known.handicap is not None:
        first, second = (int(values[key] or 0) for key in known.handicap.options)
        yield Regulation(translate(known.handicap.subject), translate(known.handicap.words(first, second)))


def _no_capture(event: Event) -> str:
    if not event.no_capture_limit:
        return _("No limit: only the rules of the game end it.")
    return ngettext(
        "The game is drawn after %(number)s move of either side without a capture.",
        "The game is drawn after %(number)s moves, of both sides together, without a capture.",
        event.no_capture_limit,
    ) % {"number": event.no_capture_limit}


def _live(event: Event) -> str:
    if event.live_boards == LiveMode.PLIES:
        return ngettext(
            "Everybody may follow the boards, %(number)s ply later.",
            "Everybody may follow the boards, %(number)s plies later.",
            event.live_delay,
        ) % {"number": event.live_delay}
    if event.live_boards == LiveMode.MINUTES:
        return ngettext(
            "Everybody may follow the boards, %(number)s minute later.",
            "Everybody may follow the boards, %(number)s minutes later.",
            event.live_delay,
        ) % {"number": event.live_delay}
    return _("Everybody may follow the boards.")


def _due(event: Event) -> str:
    if event.records_due_hours is None:
        return _("Welcome, but nobody has to hand one in.")
    return ngettext(
        "Due %(number)s hour after the round is closed.",
        "Due %(number)s hours after the round is closed.",
        event.records_due_hours,
    ) % {"number": event.records_due_hours}


def _recording(event: Event) -> str:
    return {
        PlayerRecording.ANY: _(
            "Players may record their games with the help of the rules, or as on a score sheet."
        ),
        PlayerRecording.SCRIBE: _("Players may record their games; only legal moves can be entered."),
        PlayerRecording.SCORE_SHEET: _(
            "Players may record their games as on a score sheet: nothing is judged before a game is handed in."
        ),
        PlayerRecording.NONE: _("Only arbiters record games while they are played."),
    }[PlayerRecording(event.player_recording)]


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
