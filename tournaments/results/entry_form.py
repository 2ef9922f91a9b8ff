"""What an arbiter sends from the page of results: one board by its keys, or the selects of the list."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from players.errors import Refused
from players.models import User
from tournaments.models import PairingResult
from tournaments.results.boards import KEYS, BoardLine, board_called
from tournaments.results.services import enter_result
from tournaments.results.states import shown


@dataclass
class Outcome:
    """What became of it: sentences about what was saved, and of each board that was not, why and what was typed."""

    saved: list[str] = field(default_factory=list)
    last: BoardLine | None = None
    problems: dict[int, str] = field(default_factory=dict)
    typed: dict[int, str] = field(default_factory=dict)
    quick_problem: str = ""
    quick_board: str = ""
    quick_key: str = ""
    reason_wanted: BoardLine | None = None

    @property
    def went_well(self) -> bool:
        return not self.problems and not self.quick_problem


def save_quick(actor: User, lines: Sequence[BoardLine], data: Mapping[str, str]) -> Outcome:
    """A board and a key, as they are typed."""
    outcome = Outcome(quick_board=data.get("board", "")[:10], quick_key=data.get("key", "")[:10])
    line = board_called(lines, outcome.quick_board)
    if line is None:
        outcome.quick_problem = _("There is no board “%(board)s” in this round.") % {
            "board": outcome.quick_board
        }
        return outcome
    result = KEYS.get(outcome.quick_key.strip().lower())
    if result is None:
        outcome.last = line
        outcome.quick_problem = _("“%(key)s” is no result. Type one of the keys below.") % {
            "key": outcome.quick_key
        }
        return outcome
    seen = seen_versions(data.get("seen", ""))
    try:
        enter_result(actor=actor, pairing=line.pairing, result=result.value, seen=seen.get(line.pairing.pk))
    except Refused as refusal:
        outcome.last = line
        outcome.quick_problem = str(refusal)
        outcome.reason_wanted = line if line.needs_reason else None
        return outcome
    return Outcome(saved=[_said(line, result.value)], last=line)


def save_list(actor: User, lines: Sequence[BoardLine], data: Mapping[str, str]) -> Outcome:
    """Every select that says something else than it did when the page was made. Each board is saved by itself."""
    outcome = Outcome()
    for line in lines:
        pk = line.pairing.pk
        result = data.get(f"result-{pk}")
        if result is None or result == data.get(f"was-{pk}", ""):
            continue
        seen = data.get(f"seen-{pk}", "")
        version = int(seen) if seen.isascii() and seen.isdigit() and len(seen) < 10 else None
        try:
            enter_result(actor=actor, pairing=line.pairing, result=result, seen=version)
        except Refused as refusal:
            outcome.problems[pk] = str(refusal)
            if result in PairingResult.values:
                outcome.typed[pk] = result
        else:
            outcome.saved.append(_said(line, result))
            outcome.last = line
    return outcome


def seen_versions(text: str) -> dict[int, int]:
    """From "17:1,18:3": the versions of all boards as the page showed them. Nonsense was not seen."""
    versions = {}
    for pair in text[:20_000].split(","):
        pk, colon, version = pair.partition(":")
        if colon and all(each.isascii() and each.isdigit() and len(each) < 19 for each in (pk, version)):
            versions[int(pk)] = int(version)
    return versions


def _said(line: BoardLine, result: str) -> str:
    return _("Board %(board)s, %(first)s – %(second)s: %(result)s.") % {
        "board": line.called,
        "first": line.pairing.first,
        "second": line.pairing.second,
        "result": shown(result),
    }
