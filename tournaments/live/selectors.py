"""The boards of an event that are being recorded."""

from collections import defaultdict
from collections.abc import Sequence
from functools import partial
from typing import Final

from django.db.models import OuterRef, Subquery
from django.urls import reverse
from django.utils.translation import gettext as _

from games.live.presenters.looks import Followed, FollowedBoard, FoundBoards
from games.live.selectors.plies import LiveSetting
from games.models import LiveMode, Recording, Visibility
from games.policies import current_visibility
from tournaments.event_records import target_pairing
from tournaments.models import Event, Pairing, Round
from tournaments.results.selectors import WITH_PLAYERS, board_label
from tournaments.selectors import current_first
from tournaments.tournament_data import PUBLIC_STATES

MAX_BOARDS: Final = 200
# Of a pairing: boards are looked at every second.
_SHOWN: Final = (
    "board",
    "leg",
    "third_place",
    "round__section__name",
    "first__person__name",
    "second__person__name",
    "game__visibility",
    "game__embargo_until",
)


def live_setting(event: Event) -> LiveSetting:
    """An event that nobody but its arbiters sees is followed by nobody."""
    return LiveSetting(LiveMode(event.live_boards) if event.has_started else LiveMode.OFF, event.live_delay)


def live_event(event: int) -> Followed:
    """The boards of the current round of each section."""
    return Followed(f"event:{event}", partial(_find, event))


def live_pairing(event: int, pairing: int) -> Followed:
    return Followed(f"pairing:{event}:{pairing}", partial(_find, event, pairing))


def _find(event: int, pairing: int | None = None) -> FoundBoards:
    """Three queries."""
    found = Event.objects.filter(pk=event).only("state", "live_boards", "live_delay").first()
    setting = live_setting(found) if found else LiveSetting(LiveMode.OFF)
    return FoundBoards(setting, _boards(event, pairing) if setting.is_on else [])


def find_pairing(event: Event, pk: int) -> Pairing | None:
    """A board of a published round."""
    rows = Pairing.objects.select_related(*WITH_PLAYERS)
    return rows.filter(pk=pk, round__section__event=event, round__state__in=PUBLIC_STATES).first()


def _boards(event: int, pairing: int | None = None) -> Sequence[FollowedBoard]:
    """All of these rounds, those that nobody records without recordings. Two queries."""
    rows = Pairing.objects.filter(round__section__event=event, round__state__in=PUBLIC_STATES)
    if pairing is None:
        newest = Round.objects.filter(section=OuterRef("round__section"), state__in=PUBLIC_STATES)
        rows = rows.filter(round=Subquery(newest.order_by(current_first()).values("pk")[:1]))
    else:
        rows = rows.filter(pk=pairing)
    pairings = {
        target_pairing(each): each
        for each in rows.select_related(*WITH_PLAYERS, "game")
        .only(*_SHOWN)
        .order_by("round__section__position", "round__section", "third_place", "board", "leg")
    }
    recordings = defaultdict(list)
    for recording in Recording.objects.filter(meant_for__in=list(pairings)).order_by("pk"):
        recordings[recording.meant_for].append(recording)
    shown = {
        mark: recordings[mark] for mark in [mark for mark in pairings if mark in recordings][:MAX_BOARDS]
    }
    return [_board(event, each, shown.get(mark, ())) for mark, each in pairings.items()]


def _board(event: int, pairing: Pairing, recordings: Sequence[Recording]) -> FollowedBoard:
    game = pairing.game
    facts = {"section": pairing.round.section.name, "board": board_label(pairing)}
    return FollowedBoard(
        str(pairing.pk),
        _("%(section)s, board %(board)s") % facts,
        (str(pairing.first), str(pairing.second)),
        reverse("live-board", args=[event, pairing.pk]),
        game.get_absolute_url() if game and current_visibility(game) == Visibility.PUBLIC else "",
        recordings,
    )
