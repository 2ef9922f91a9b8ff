"""What is replayed: a game of the archive, or the valid plies of a broken record."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _

from engine.record import Record, read_text
from games.adjudicating.selectors import verdict_that_holds
from games.models import Adjudication, Game
from games.policies import viewpoints
from games.replay.replay import AddedLine
from players.permissions import Actor


class Player(NamedTuple):
    name: str
    address: str = ""  # of the person's page, if the name stands for somebody whose page may be seen
    express: int = 0


class Finding(NamedTuple):
    """What the referee found, as the page shows it."""

    words: str
    rule: str
    ply: int
    state: str  # of `AdjudicationState`
    state_words: str
    reason: str  # the arbiter's


@dataclass(frozen=True)
class Subject:
    """A record, who may see what of it, and where its board stands on the site."""

    record: Record
    views: tuple[str, ...]  # the first is shown first
    address: str  # of the page with the board
    players: tuple[Player, Player]
    pictures: str = ""  # the address its pictures and parts lie below; empty if it has none
    rule: str = ""  # by which it ended on the board
    added: tuple[AddedLine, ...] = ()
    findings: tuple[Finding, ...] = ()

    @property
    def title(self) -> str:
        return f"{self.players[0].name} – {self.players[1].name}"


def game_subject(game: Game, actor: Actor, *, linked: Collection[int] = ()) -> Subject:
    """A game that the actor may see. Its record is read anew: one query for the adjudication.

    `linked` are the people whose pages the actor may see: their names become links.
    """
    (record,) = read_text(game.text.canonical)
    views = viewpoints(actor, game)
    address = reverse("game", args=[game.pk])
    # What the referee found may follow from hidden pieces: not a word of it for those who do not see them.
    told = "open" in views
    adjudication = verdict_that_holds(game) if told else None
    return Subject(
        record=record,
        views=views,
        address=address,
        players=(
            Player(game.first_name, _page_of(game.first_person_id, linked), game.first_express),
            Player(game.second_name, _page_of(game.second_person_id, linked), game.second_express),
        ),
        pictures=address,
        rule=game.rule,
        added=_witnesses(adjudication),
        findings=_findings(adjudication),
    )


def prefix_subject(record: Record, address: str) -> Subject:
    """The valid plies of a record that only its submitter sees; he wrote it, so nothing is hidden from him."""
    if record.rules is None:
        raise ValueError("a record without a game has no board")
    first, second = (record.tags.get(tag, "?") for tag in record.rules.player_tags)
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


def _findings(adjudication: Adjudication | None) -> tuple[Finding, ...]:
    if adjudication is None:
        return ()
    said = adjudication.state, str(adjudication.get_state_display()), adjudication.reason
    found = list(_found(adjudication))
    if not found:
        words = adjudication.message or str(adjudication.get_verdict_display())
        return (Finding(words, adjudication.rule, adjudication.ply, *said),)
    return tuple(
        Finding(str(finding["message"]), str(finding["rule"]), int(finding["ply"]), *said)
        for finding in found
    )


def _found(adjudication: Adjudication | None) -> Iterable[Mapping[str, Any]]:
    findings: Iterable[Mapping[str, Any]] = adjudication.proof.get("findings", ()) if adjudication else ()
    return findings
