"""What a board shows: the record, its players, what the referee found, and the facts beside it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final, NamedTuple

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from audit.presenters import lines
from core.game_types import describe
from core.permissions.actors import Actor
from core.texts import translate, translate_message
from engine.core import Result, Termination
from engine.record import Record, read_valid
from games.adjudication.selectors import current_verdict, is_proposal
from games.event_hooks import ratings_of_players
from games.models import Adjudication, Game, Verdict
from games.models.game import MAX_TAG_LENGTH
from games.policies import (
    allowed_views,
    current_visibility,
    may_adjudicate,
    may_analyse,
    may_change_visibility,
    may_link_players,
    may_see_all_of_game,
)
from games.replay.presenters.replay import AddedLine
from players.models import Person

MAX_SHOWN_TAGS: Final = 100


class Player(NamedTuple):
    name: str
    address: str = ""  # of the person's page, if the name stands for somebody whose page may be seen
    level: int = 0  # of the game's handicap
    rating: str = ""  # when the game was played


class ShownFinding(NamedTuple):
    """What the referee found, as the page shows it."""

    words: str
    rule: str
    ply: int
    state: str  # of `AdjudicationState`
    state_words: str  # empty if there is nothing to propose
    reason: str  # the arbiter's


@dataclass(frozen=True)
class Subject:
    """A record, who may see what of it, and where its board stands on the site."""

    record: Record
    views: tuple[str, ...]  # the first is shown first
    address: str  # of the page with the board
    players: tuple[Player, Player]
    pictures: str = ""  # the address its pictures and parts lie below; empty if it has none
    result: Result | None = None  # what counts; None: what the record says
    termination: Termination | None = None
    rule: str = ""  # by which it ended on the board
    added: tuple[AddedLine, ...] = ()
    findings: tuple[ShownFinding, ...] = ()

    @property
    def title(self) -> str:
        return f"{self.players[0].name} – {self.players[1].name}"


def game_subject(
    game: Game, actor: Actor, *, linked: Collection[int] = (), with_ratings: bool = False
) -> Subject:
    """A game that the actor may see. One query, for the adjudication, and one more for the players' ratings.

    `linked` are the people whose pages the actor may see: their names become links.
    """
    record = read_valid(game.text.canonical)
    views = allowed_views(actor, game)
    address = reverse("game", args=[game.pk])
    # What the referee found may follow from hidden pieces: not a word of it for those who do not see them.
    sees_all = "open" in views
    adjudication = current_verdict(game) if sees_all else None
    first_rating, second_rating = ratings_of_players(game) if with_ratings else ("", "")
    return Subject(
        record=record,
        views=views,
        address=address,
        players=(
            Player(game.first_name, _page_of(game.first_person_id, linked), game.first_express, first_rating),
            Player(
                game.second_name, _page_of(game.second_person_id, linked), game.second_express, second_rating
            ),
        ),
        pictures=address,
        result=Result(game.result),
        termination=Termination(game.termination),
        rule=game.rule if game.result == game.recorded_result else "",
        added=_witnesses(adjudication),
        findings=_findings(adjudication),
    )


def prefix_subject(record: Record, address: str) -> Subject:
    """The valid plies of a record that only its submitter sees, from whom nothing in it is hidden."""
    if record.rules is None:
        raise ValueError("a record without a game has no board")
    first, second = (shorten_tag(record.tags.get(tag, "?")) for tag in record.rules.player_tags)
    return Subject(record, ("open",), address, (Player(first), Player(second)))


def _page_of(person: int | None, linked: Collection[int]) -> str:
    return reverse("person", args=[person]) if person in linked else ""


def _witnesses(adjudication: Adjudication | None) -> tuple[AddedLine, ...]:
    return tuple(
        AddedLine(
            _("How a capture can still happen"), int(finding["ply"]), tuple(finding["proof"]["witness"])
        )
        for finding in _found(adjudication)
        if finding.get("proof", {}).get("witness")
    )


def _findings(adjudication: Adjudication | None) -> tuple[ShownFinding, ...]:
    if adjudication is None:
        return ()
    proposes = is_proposal(adjudication)
    state_words = str(adjudication.get_state_display()) if proposes else ""
    said = adjudication.state, state_words, adjudication.reason
    found = list(_found(adjudication))
    if not found and not proposes and adjudication.verdict == Verdict.NOTHING:
        return ()
    if not found:
        words = adjudication.message_words or str(adjudication.get_verdict_display())
        return (ShownFinding(words, adjudication.rule, adjudication.ply, *said),)
    return tuple(
        ShownFinding(translate_message(finding), str(finding["rule"]), int(finding["ply"]), *said)
        for finding in found
    )


def _found(adjudication: Adjudication | None) -> Iterable[Mapping[str, Any]]:
    findings: Iterable[Mapping[str, Any]] = adjudication.proof.get("findings", ()) if adjudication else ()
    return findings


class GameFact(NamedTuple):
    label: str
    value: str
    url: str = ""


def game_facts_context(
    request: HttpRequest, game: Game, *, tags: Mapping[str, str], linked: Collection[int]
) -> dict[str, Any]:
    """Context for `games/replay/parts/about.html`. `linked` are the people whose pages the visitor may see."""
    whole = may_see_all_of_game(request.user, game)
    shown_tags = _shorten_tags(tags) if whole else {}
    history = lines.latest_lines(request, game)
    return {
        "facts": _facts(game, linked),
        "tags": [GameFact(name, value) for name, value in shown_tags.items()],
        "tags_left_out": len(tags) - len(shown_tags) if whole else 0,
        "whole": whole,
        "record_url": reverse("game-record", args=[game.pk]) if whole else "",
        "may_analyse": may_analyse(request.user, game),
        "may_link": may_link_players(request.user, game),
        "may_adjudicate": may_adjudicate(request.user, game),
        "may_change_visibility": may_change_visibility(request.user, game),
        "history": history,
    }


def _shorten_tags(tags: Mapping[str, str]) -> dict[str, str]:
    """A record may have a megabyte of them; the file that can be downloaded has all."""
    return {name[:MAX_TAG_LENGTH]: shorten_tag(value) for name, value in islice(tags.items(), MAX_SHOWN_TAGS)}


def shorten_tag(value: str) -> str:
    return value if len(value) <= MAX_TAG_LENGTH else f"{value[: MAX_TAG_LENGTH - 1]}…"


def _facts(game: Game, linked: Collection[int]) -> list[GameFact]:
    found = [
        _player(_("First player"), game.first_name, game.first_person, linked),
        _player(_("Second player"), game.second_name, game.second_person, linked),
        GameFact(_("Game"), game.get_kind_display()),
        GameFact(_("Event"), game.event),
        GameFact(_("Site"), game.site),
        GameFact(_("Round"), game.round),
        GameFact(_("Board"), game.board),
        GameFact(_("Date"), game.date),
        GameFact(_("Club"), game.club.name, game.club.get_absolute_url())
        if game.club
        else GameFact(_("Club"), ""),
        GameFact(_("Set-up"), game.get_setup_display()),
        _levels(game),
        GameFact(_("Plies"), str(game.ply_count)),
        GameFact(_("Ended"), game.get_termination_display()),
        GameFact(_("The record says"), _recorded_ending(game)),
        GameFact(_("Rating"), str(game.get_confirmation_display()), reverse("confirmation", args=[game.pk]))
        if game.confirmation
        else GameFact(_("Rating"), ""),
        GameFact(_("Who may see it"), str(current_visibility(game).label)),
    ]
    return [fact for fact in found if fact.value]


def _player(label: str, name: str, person: Person | None, linked: Collection[int]) -> GameFact:
    return GameFact(
        label, name, person.get_absolute_url() if person is not None and person.pk in linked else ""
    )


def _levels(game: Game) -> GameFact:
    """Of the game's handicap, if one was played with."""
    handicap = describe(game.kind).handicap
    if handicap is None or not (game.first_express or game.second_express):
        return GameFact("", "")
    return GameFact(translate(handicap.levels), f"{game.first_express} – {game.second_express}")


def _recorded_ending(game: Game) -> str:
    """Only where something else counts."""
    recorded = game.recorded_result, game.recorded_termination
    if recorded == (game.result, game.termination):
        return ""
    return f"{game.get_recorded_result_display()}, {game.get_recorded_termination_display()}"
