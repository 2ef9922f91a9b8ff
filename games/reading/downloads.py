"""Lists of games as files: our own format, JSON, or CSV of the heads. Constant memory, however long the list."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from django.db.models import QuerySet
from django.http import StreamingHttpResponse
from django.urls import reverse

from downloads.tables import csv_text, file_of, json_text
from games.adjudicating.selectors import with_state_of_verdict
from games.keeping import kept_as_sent_to
from games.models import Game
from games.reading.visible import Actor, games_seen_whole, with_seen_whole

KINDS: Final = ("txt", "json", "csv")
GAMES_A_PIECE: Final = 200
COLUMNS: Final = (
    "id", "game", "first", "second", "result", "termination", "rule", "event", "site", "round", "board", "date", "club",
    "plies", "setup", "first_express", "second_express", "adjudication", "adjudication_state", "address",
)  # fmt: skip


def games_file(games: QuerySet[Game], *, kind: str, actor: Actor, site: str) -> StreamingHttpResponse:
    """`site` is the address before the path, as the visitor wrote it."""
    writers = {"txt": _records, "json": _json, "csv": _csv}
    return kept_as_sent_to(file_of(writers[kind](games, actor, site), kind=kind, name="games"), actor)


def head_of(game: Any, site: str, *, whole: bool) -> dict[str, Any]:
    """What a list says of a game: nothing that its visibility hides from who may see it at all.

    What the referee found may follow from hidden pieces, so it is told to those who may see the `whole` game.
    """
    return {
        "id": game.pk,
        "game": game.kind,
        "first": game.first_name,
        "second": game.second_name,
        "result": game.result,
        "termination": game.termination,
        "rule": game.rule,
        "event": game.event,
        "site": game.site,
        "round": game.round,
        "board": game.board,
        "date": game.date,
        "club": game.club.slug if game.club else "",
        "plies": game.ply_count,
        "setup": game.setup,
        "first_express": game.first_express,
        "second_express": game.second_express,
        "adjudication": game.verdict if whole else "",
        "adjudication_state": game.verdict_state if whole else "",
        "address": site + reverse("game", args=[game.pk]),
    }


def _csv(games: QuerySet[Game], actor: Actor, site: str) -> Iterator[str]:
    found = _pieces(_with_what_is_told(games, actor).select_related("club"))
    return csv_text(COLUMNS, (head_of(game, site, whole=game.seen_whole) for game in found))


def _json(games: QuerySet[Game], actor: Actor, site: str) -> Iterator[str]:
    """With the record of those that may be seen whole, None for the others."""
    return json_text(_with_records(games, actor, site))


def _with_records(games: QuerySet[Game], actor: Actor, site: str) -> Iterator[Mapping[str, Any]]:
    for game in _pieces(_with_what_is_told(games, actor).select_related("club", "text")):
        whole = game.seen_whole
        yield {**head_of(game, site, whole=whole), "record": game.text.canonical if whole else None}


def _records(games: QuerySet[Game], actor: Actor, site: str) -> Iterator[str]:
    """A record cannot leave out what is hidden: games that may not be seen whole are not in the file."""
    separator = ""
    for game in _pieces(games.filter(games_seen_whole(actor)).select_related("text")):
        yield separator + game.text.canonical
        separator = "\n"


def _with_what_is_told(games: QuerySet[Game], actor: Actor) -> QuerySet[Game]:
    return with_state_of_verdict(with_seen_whole(games, actor))


def _pieces(games: QuerySet[Game]) -> Iterator[Any]:
    return games.order_by("-sort_date", "-id").iterator(chunk_size=GAMES_A_PIECE)
