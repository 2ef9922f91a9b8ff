"""Begin an analysis, save it, share it, delete it; what is saved is a valid record, whoever sent it."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from core.errors import Conflict, Refused, TooManyRequests
from core.texts import translate_error
from core.web.rate_limits import RateLimit
from core.web.refusals import too_many_attempts
from engine import registry
from engine.core import EngineError
from engine.record import LineBuilder, Record, RecordBuilder, read_valid
from games.analysis.policies import may_be_shared, may_keep
from games.models import Analysis, Game
from games.policies import may_analyse
from players.models import User

MAX_ANALYSES: Final = 500
MAX_NODES: Final = 2000
# Braces end a comment in a record, brackets begin what is written for programs.
_RESERVED: Final = str.maketrans("{}[]", "()()", "\0")


class NewNode(NamedTuple):
    """A ply with what is said of it. `parent` is the place of another node in the list; that of the start is 0."""

    parent: int | None
    ply: str
    comments: Sequence[str] = ()
    glyphs: Sequence[int] = ()
    arrows: Sequence[str] = ()


def analyse_position(*, account: User, kind: str, title: str, position: str = "") -> Analysis:
    """From the start of the game, or from a position where records of the game may begin with one."""
    rules = registry.rules(kind)
    tags = {"Game": rules.tag}
    if position:
        if "Position" not in rules.tags:
            raise Refused(_("Records of this game begin with set-ups. Please begin with one of its games."))
        tags["Position"] = position
    return _create(account, kind, title, _built(tags, [NewNode(None, "")]), game=None)


def analyse_game(*, account: User, game: Game, title: str) -> Analysis:
    """With the game's plies as the main line; what others said of them stays with the game."""
    if not may_analyse(account, game):
        raise Refused(_("This game cannot be analysed here, or not yet."))
    record = read_valid(game.text.canonical)
    nodes = [NewNode(None, "")]
    nodes += [NewNode(number, ply) for number, ply in enumerate(record.main.plies[: MAX_NODES - 1])]
    tags = {name: value for name, value in record.tags.items() if name not in ("Result", "Termination")}
    return _create(account, game.kind, title, _built(tags, nodes), game=game)


def save_analysis(
    *, actor: User, analysis: Analysis, title: str, nodes: Sequence[NewNode], seen: int
) -> Analysis:
    """`seen` is the version that was changed: what somebody else saved meanwhile is never overwritten."""
    _check(may_keep(actor, analysis))
    _count(actor, "analysis-saves", settings.ANALYSIS_SAVES_PER_HOUR)
    tags = read_valid(analysis.record).tags
    tags = {name: value for name, value in tags.items() if name not in ("Result", "Termination")}
    record = _built(tags, nodes)
    with transaction.atomic():
        locked = Analysis.objects.select_for_update().get(pk=analysis.pk)
        if locked.version == seen + 1 and (locked.title, locked.record) == (title, str(record)):
            return locked  # it came before, and the answer was lost
        if locked.version != seen:
            raise Conflict(_("This analysis was changed elsewhere. Please load the page again."))
        locked.title, locked.record = title, str(record)
        locked.version += 1
        locked.changed_at = timezone.now()
        locked.save(update_fields=["title", "record", "version", "changed_at"])
    return locked


def share_analysis(*, actor: User, analysis: Analysis, is_shared: bool) -> None:
    _check(may_keep(actor, analysis))
    if is_shared and not may_be_shared(analysis):
        raise Refused(_("Not everybody may see the game that this analysis is about."))
    Analysis.objects.filter(pk=analysis.pk).update(is_shared=is_shared)


def delete_analysis(*, actor: User, analysis: Analysis) -> None:
    _check(may_keep(actor, analysis))
    Analysis.objects.filter(pk=analysis.pk).delete()


def count_dead_question(actor: User) -> None:
    """A proof may take seconds."""
    _count(actor, "dead-positions", settings.DEAD_POSITIONS_PER_HOUR)


def _create(account: User, kind: str, title: str, record: Record, *, game: Game | None) -> Analysis:
    _count(account, "analyses", settings.ANALYSES_PER_HOUR)
    if Analysis.objects.filter(account=account).count() >= MAX_ANALYSES:
        raise Refused(
            _("Your notebook has %(max)d analyses. Please delete some first.") % {"max": MAX_ANALYSES}
        )
    return Analysis.objects.create(account=account, kind=kind, title=title, record=str(record), game=game)


def _built(tags: Mapping[str, str], nodes: Sequence[NewNode]) -> Record:
    """Each ply is taken by the referee; `Refused` names the first that is none."""
    if not nodes or len(nodes) > MAX_NODES:
        raise Refused(_("An analysis has at most %(max)d moves.") % {"max": MAX_NODES})
    children: dict[int, list[int]] = defaultdict(list)
    for number, node in enumerate(nodes[1:], start=1):
        if node.parent is None or not 0 <= node.parent < number:
            raise Refused(_("The moves of this analysis are damaged."))
        children[node.parent].append(number)
    try:
        builder = RecordBuilder(tags)
        _remark(builder, nodes[0], is_start=True)
        _play(builder, nodes, children, 0)
        return builder.finish()
    except EngineError as error:
        raise Refused(translate_error(error)) from error
    except ValueError as error:
        raise Refused(str(error)) from error


def _play(line: LineBuilder, nodes: Sequence[NewNode], children: Mapping[int, list[int]], at: int) -> None:
    """From a node to the end of its first line, with the other lines that leave it."""
    while following := children.get(at):
        first, *others = following
        line.play(nodes[first].ply)
        _remark(line, nodes[first])
        for other in others:
            variation = line.variation(nodes[other].ply)
            _remark(variation, nodes[other])
            _play(variation, nodes, children, other)
        at = first


def _remark(line: LineBuilder, node: NewNode, *, is_start: bool = False) -> None:
    if node.arrows:
        line.comment(f"[%cal {','.join(node.arrows)}]")
    for comment in node.comments:
        if text := " ".join(comment.translate(_RESERVED).split()):
            line.comment(text)
    if not is_start:
        for glyph in node.glyphs:
            line.glyph(glyph)


def _check(is_allowed: bool) -> None:
    if not is_allowed:
        raise Refused(_("This analysis belongs to somebody else."))


def _count(account: User, name: str, times: int) -> None:
    if wait := RateLimit(name, times).seconds_to_wait(str(account.pk)):
        raise TooManyRequests(too_many_attempts(wait), wait)
