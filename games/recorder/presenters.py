"""What the recorder's page needs: the empty board, and a document with the steps and all words for the script."""

from typing import Any, Final, NamedTuple

from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from core.game_types import describe
from core.texts import translate
from engine import registry
from engine.description import GameDescription
from engine.drawing import Picture, symbol_sheet
from games.event_hooks import BoardToRecord
from games.models import Recording, RecordingMode, RecordingSeat, RecordingState, SavedSetup, StepKind
from games.recorder.policies import may_delete
from games.recorder.selectors.drafts import recordings_of, steps_after, steps_as_data
from games.recorder.selectors.referee import node_of, rule_address
from games.recorder.selectors.sight import seats_of, shared_line, shared_steps, start_of
from games.replay.presenters.displays import display_of
from players.models import User

SQUARE_SIZE: Final = 60  # pixels
# What games call the rule about their end that has no number.
END_RULE: Final = "end"


class DraftRow(NamedTuple):
    """A draft in the list."""

    recording: Recording
    title: str


class RecorderPage(NamedTuple):
    """`game` is what the game tells about itself; `reserve` what lies beside its board, if anything."""

    recording: Recording
    game: GameDescription
    reserve: str
    title: str
    board: BoardToRecord | None
    sheet: SafeString
    picture: SafeString
    document: dict[str, Any]
    is_closed: bool
    may_delete: bool


def list_drafts(account: User) -> list[DraftRow]:
    return [DraftRow(recording, title_of(recording)) for recording in recordings_of(account)]


def title_of(recording: Recording) -> str:
    first, second = players_of(recording)
    return _("%(first)s – %(second)s") % {"first": first, "second": second}


def players_of(recording: Recording) -> tuple[str, str]:
    """Their names, or what their sides are called."""
    rules = registry.rules(recording.kind)
    names = display_of(rules).side_names
    first, second = (
        recording.tags.get(tag) or name for tag, name in zip(rules.player_tags, names, strict=True)
    )
    return first, second


def present_recorder(request: HttpRequest, recording: Recording, board: BoardToRecord | None) -> RecorderPage:
    rules = registry.rules(recording.kind)
    art = display_of(rules).art
    start = describe(recording.kind).empty_board or rules.start_position({})
    options = Picture(size=SQUARE_SIZE, shared_symbols=True, decorative=True)
    return RecorderPage(
        recording=recording,
        game=(game := describe(recording.kind)),
        reserve=translate(game.reserve) if game.reserve else "",
        title=title_of(recording),
        board=board,
        sheet=mark_safe(symbol_sheet(art)),  # noqa: S308  drawn by the engine
        picture=mark_safe(rules.draw(start, options)),  # noqa: S308  drawn by the engine
        document=_document(recording, str(request.user.pk)),
        is_closed=recording.state == RecordingState.HANDED_IN,
        may_delete=may_delete(request.user, recording),
    )


def steps_document(recording: Recording, cursor: int) -> dict[str, Any]:
    """What a device does not know yet, and up to which row it knows everything then."""
    steps = steps_after(recording, cursor)
    return {
        "steps": steps_as_data(steps),
        "cursor": steps[-1].pk if steps else cursor,
        "state": recording.state,
    }


def present_seat(request: HttpRequest, recording: Recording, seat: RecordingSeat) -> RecorderPage:
    """One of two phones: the same page with what this seat may know."""
    page = present_recorder(request, recording, None)
    document = page.document | seat_document(recording, 0)
    document["addresses"] = {
        "steps": reverse("recording-seat-steps", args=[recording.key]),
        "setup": reverse("recording-seat-setup", args=[recording.key]),
        "handIn": reverse("hand-in-recording", args=[recording.key]),
        "savedSetups": reverse("saved-setups"),
    }
    document["seat"], document["setup"] = seat.side, seat.setup
    document["savedSetups"] = saved_setups(seat.account_id, recording.kind)
    return page._replace(document=document)


def seat_document(recording: Recording, cursor: int) -> dict[str, Any]:
    """The same for both seats, but for nothing: their own set-ups they know."""
    seats = seats_of(recording)
    steps = shared_steps(recording, cursor)
    document = {
        "steps": steps,
        "cursor": steps[-1]["number"] if steps else cursor,
        "state": recording.state,
        "sealed": [side in seats and seats[side].sealed_at is not None for side in (0, 1)],
    }
    if steps:
        line = shared_line(recording, seats)
        outcome = line.game.outcome() if line.game else None
        document["outcome"] = outcome and {"winner": outcome.winner, "rule": outcome.rule}
    return document


def saved_setups(account: int, kind: str) -> list[dict[str, Any]]:
    kept = SavedSetup.objects.filter(account=account, kind=kind)
    return [{"id": setup.pk, "name": setup.name, "text": setup.text} for setup in kept]


def _document(recording: Recording, account: str) -> dict[str, Any]:
    rules = registry.rules(recording.kind)
    display = display_of(rules)
    colours = tuple(f"{side}-" for side in rules.sides)
    symbols = [key for key in display.art.symbols if key.startswith((*colours, "face-"))]
    return {
        "game": recording.kind,
        "mode": recording.mode,
        "key": str(recording.key),
        "account": account,
        "tags": recording.tags,
        "sides": list(display.side_names),
        "players": list(players_of(recording)),
        "addresses": {
            "steps": reverse("recording-steps", args=[recording.key]),
            "handIn": reverse("hand-in-recording", args=[recording.key]),
            "rules": reverse("recording-rules", args=[recording.key]),
        },
        **_served(recording),
        "ruleAddresses": _rule_addresses(recording.kind),
        "words": {key: display.content_words(key) for key in symbols},
        "texts": script_texts(recording.kind),
        **steps_document(recording, 0),
    }


def _rule_addresses(game: str) -> dict[str, str]:
    """Of the rules that end it on the board."""
    rules = {ending.rule for ending in describe(game).endings if ending.rule} | {END_RULE}
    return {rule: address for rule in sorted(rules) if (address := rule_address(game, rule))}


def script_texts(game: str) -> dict[str, str]:
    """Sentences of everything on which moves are entered."""
    return _texts() | _placing_texts(game)


def _served(recording: Recording) -> dict[str, Any]:
    """Of a game whose rules no browser knows: its board, the names of its squares, and how it begins."""
    description = describe(recording.kind)
    if description.browser_module:
        return {}
    game, art = start_of(recording, {}), display_of(registry.rules(recording.kind)).art
    is_open = recording.mode != RecordingMode.SCORE_SHEET
    pieces = description.pieces
    return {
        "served": {
            "files": art.files,
            "ranks": art.ranks,
            "sides": list(registry.rules(recording.kind).sides),
            "names": {drawn: square for square, drawn in pieces.drawn_at.items()} if pieces else {},
            "node": node_of(game, is_open=is_open) if game else None,
        }
    }


def _placing_texts(game: str) -> dict[str, str]:
    """Of games in which something is placed after a capture."""
    placing = describe(game).placing
    if placing is None:
        return {}
    return {
        "askSquare": translate(placing.ask_square),
        "askFace": translate(placing.ask_face),
        "forgotten": translate(placing.forgotten),
    }


def _texts() -> dict[str, str]:
    """Sentences of the script; what stands in %(…)s it fills in."""
    return {
        "turn": _("%(side)s to move."),
        "start": _("The game has not begun. %(side)s moves first."),
        "chosen": _("%(piece)s on %(square)s: to %(targets)s."),
        "stuck": _("%(piece)s on %(square)s cannot move."),
        "empty": _("%(square)s, empty."),
        "square": _("%(square)s, %(piece)s."),
        "cancelled": _("Cancelled."),
        "moved": _("%(number)s. %(side)s: %(piece)s from %(origin)s to %(target)s."),
        "captured": _("%(number)s. %(side)s: %(piece)s from %(origin)s captures %(taken)s on %(target)s."),
        "attackLost": _(
            "%(number)s. %(side)s: %(piece)s from %(origin)s attacks %(taken)s on %(target)s and is lost."
        ),
        "attackBoth": _(
            "%(number)s. %(side)s: %(piece)s from %(origin)s attacks %(taken)s on %(target)s; both are lost."
        ),
        "placed": _("%(piece)s on %(square)s."),
        "noPly": _("%(text)s is not a legal move here."),
        "over": _("The game is over. %(words)s"),
        "played": _("%(number)s. %(text)s."),
        "askWay": _("%(side)s: which way?"),
        "rule": _("Rule %(rule)s"),
        "noMove": _("%(text)s does not look like a move."),
        "undone": _("Taken back. Plies left: %(count)s."),
        "redone": _("Played again: %(text)s."),
        "offered": _("%(side)s offers a draw."),
        "threefold": _("The same sequence was played three times in a row: a draw may be offered now (6c)."),
        "commented": _("The comment is saved."),
        "wonBoard": _("The game is over: %(side)s wins on the board (%(rule)s)."),
        "drawnBoard": _("The game is over: drawn on the board (%(rule)s)."),
        StepKind.RESIGN.value: _("The game is over: %(side)s resigned, %(other)s wins."),
        StepKind.FLAG.value: _("The game is over: %(side)s overstepped the time, %(other)s wins."),
        StepKind.AGREE.value: _("The game is over: a draw was agreed."),
        "looking": _("Looking at ply %(number)s of %(count)s."),
        "allSent": _("Everything is stored on the site."),
        "waiting": _("Stored here and not sent yet, in steps: %(count)s."),
        "mayClose": _("There is no connection. You may close this page: it opens again without one."),
        "mayNotClose": _("There is no connection. Stay on this page until they are sent."),
        "refused": _("The site refused the last steps: %(why)s"),
        "signedOut": _("You are signed out. What you enter stays on this device; sign in again to send it."),
        "branch": _("Branch %(number)s: %(count)s plies, last %(last)s"),
        "thisBranch": _("Branch %(number)s (shown): %(count)s plies, last %(last)s"),
        "branches": _(
            "This game was continued on two devices. Choose the branch to go on with; none is deleted."
        ),
        "handedIn": _("This game was handed in."),
        "sendFirst": _("Some steps are not sent yet. The game can be handed in as soon as they are."),
        "ownSetup": _("Set up your pieces: %(side)s. Nobody else sees them."),
        "waitSetup": _("Your set-up is sealed. The game begins when the other one is."),
        "isItRight": _("%(other)s entered: %(what)s. Is that right?"),
        "waitWord": _("%(what)s waits for an answer on the phone of %(other)s."),
        "yes": _("Yes"),
        "noUndo": _("No, take it back"),
        "undoWanted": _(
            "%(other)s wants to take back moves. Plies that would stay: %(count)s. Do you agree?"
        ),
        "undoAsked": _(
            "You asked to take back moves; plies that would stay: %(count)s. %(other)s has to agree."
        ),
        "agreeUndo": _("Agree"),
        "refuseUndo": _("Refuse"),
        "withdrawUndo": _("Go on without taking back"),
        "undoOff": _("Nothing is taken back."),
        "said-agree": _("a draw was agreed"),
        "said-resign": _("%(side)s resigned"),
        "said-flag": _("the flag of %(side)s fell"),
        "setupSaved": _("The set-up is kept for games to come."),
        "setupDeleted": _("The set-up is deleted."),
        "waitForSite": _("Asking the site which moves are legal now …"),
        "startPly": _("Start"),
        "piecesLeft": _("Pieces left to place for %(side)s: %(count)s."),
        "setupDone": _("The set-up of %(side)s is complete."),
        "setupPlaced": _("%(piece)s on %(square)s; %(left)s left."),
        "setupWrong": _("This is not a set-up: four rows of ten letters joined by /."),
        "noStorage": _(
            "This browser keeps nothing on the device: stay on this page until everything is sent."
        ),
    }
