"""Reading analyses: a notebook, one of them, and its record as a flat tree for the script."""

import re
from typing import Any, Final
from uuid import UUID

from django.http import Http404
from django.utils.translation import gettext as _

from core.permissions.actors import Actor
from engine.record import Line, Record, read_stored
from games.analysis.policies import may_be_shared, may_keep
from games.models import Analysis
from players.models import User

MAX_LISTED: Final = 200
_ARROWS: Final = re.compile(r"\[%cal ((?:[a-z]\d{1,2}){2}(?:,(?:[a-z]\d{1,2}){2})*)\]\s*")


def analysis_or_404(actor: Actor, key: UUID) -> Analysis:
    analysis = Analysis.objects.select_related("game").filter(key=key).first()
    if analysis is None or not may_keep(actor, analysis):
        raise Http404(_("There is no such analysis."))
    return analysis


def shared_analysis_or_404(key: UUID) -> Analysis:
    analysis = Analysis.objects.select_related("game").filter(share_key=key, is_shared=True).first()
    if analysis is None or not may_be_shared(analysis):
        raise Http404(_("There is no such analysis."))
    return analysis


def analyses_of(account: User) -> list[Analysis]:
    """The one that was changed last first."""
    found = Analysis.objects.filter(account=account).defer("record").order_by("-changed_at")
    return list(found[:MAX_LISTED])


def read_analysis(analysis: Analysis) -> Record:
    return read_stored(analysis.record)


def tree_of(record: Record) -> list[dict[str, Any]]:
    """Nodes, each after its parent; the first is the start. The first child goes on with the line."""
    nodes: list[dict[str, Any]] = [_node(None, "")]
    _note(nodes[0], record.main, 0)
    _add_line(nodes, record.main, 0)
    return nodes


def _add_line(nodes: list[dict[str, Any]], line: Line, parent: int) -> None:
    """Variations are nested at most as deep as a record allows."""
    for index, ply in enumerate(line.texts(), start=1):
        number = len(nodes)
        nodes.append(_node(parent, ply.removesuffix(" (=)")))
        _note(nodes[number], line, index)
        note = line.notes.get(index)
        for variation in note.variations if note else []:
            if opening := line_comments(variation, 0):
                # Said before the variation begins: it belongs to the position that it leaves.
                nodes[parent]["comments"] += opening
            _add_line(nodes, variation, parent)
        parent = number


def _node(parent: int | None, ply: str) -> dict[str, Any]:
    return {"parent": parent, "ply": ply, "comments": [], "glyphs": [], "arrows": []}


def _note(node: dict[str, Any], line: Line, index: int) -> None:
    note = line.notes.get(index)
    if note is None:
        return
    node["glyphs"] = list(note.glyphs)
    for comment in note.comments:
        for arrows in _ARROWS.findall(comment):
            node["arrows"] += arrows.split(",")
    node["comments"] += line_comments(line, index)


def line_comments(line: Line, index: int) -> list[str]:
    note = line.notes.get(index)
    texts = (_ARROWS.sub("", comment).strip() for comment in (note.comments if note else []))
    return [text for text in texts if text]


def export_analyses(user: User) -> list[dict[str, Any]]:
    """Every analysis, for the download of one's own data."""
    return [
        {
            "title": analysis.title,
            "game": analysis.kind,
            "record": analysis.record,
            "shared": analysis.is_shared,
            "begun_at": analysis.created_at.isoformat(),
        }
        for analysis in Analysis.objects.filter(account=user).order_by("pk")
    ]
