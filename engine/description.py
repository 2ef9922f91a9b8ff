"""What a game tells a site about itself, beside its rules: words, options, views, endings, what lies on its board.

A game's package may have a module `description` with an object `DESCRIPTION`; `engine.registry.description` finds it,
and makes a plain one from the rules where there is none. Nobody else has to ask which game it is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from .adjudication.protocol import FindingKind
from .core import Game, Rules, Side
from .drawing import BoardArt
from .position_keys import PositionKeys
from .texts import Text, gettext

# What an option is set to: a word of its choices, a number, or nothing.
OptionValue: TypeAlias = str | int | None

# The start of a record that begins on a board of its own; such games are no games of the players' making.
FROM_POSITION: Final = "position"


@dataclass(frozen=True, slots=True)
class Choice:
    """One value of an option or one kind of start: its label, a sentence for regulations, what the tag says then."""

    value: str | int
    label: Text
    sentence: Text | None = None
    written: str = ""  # empty: the tag is left out


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """Something that an event decides about its games. Keys are different in all games."""

    key: str
    label: Text
    default: OptionValue
    help: Text | None = None
    choices: tuple[Choice, ...] = ()  # none: a number from 1 to `highest`, or nothing
    highest: int = 32767
    tag: str = ""  # of a record that is played so; empty: records do not say it
    usual: int | None = None  # the number that counts while there is none
    subject: Text | None = None  # the heading in regulations; without one, somebody else says it there
    sentence: Text | None = None  # about a number: what is allowed

    def allows(self, value: object) -> bool:
        if self.choices:
            return any(type(value) is type(choice.value) and value == choice.value for choice in self.choices)
        return value is None or (type(value) is int and 1 <= value <= self.highest)

    def written(self, value: OptionValue) -> str:
        """What the tag of a record says; empty: nothing."""
        for choice in self.choices:
            if choice.value == value:
                return choice.written
        return "" if value is None or self.choices else str(value)

    def words(self, value: OptionValue) -> tuple[Text, int | None] | None:
        """A sentence for regulations, and the number that it is about."""
        for choice in self.choices:
            if choice.value == value:
                return (choice.sentence, None) if choice.sentence else None
        number = self.usual if value is None else value
        if self.sentence is None or not isinstance(number, int):
            return None
        return self.sentence.filled(number=number), number


@dataclass(frozen=True, slots=True, kw_only=True)
class Handicap:
    """Levels that make it harder for a player. `options` are the keys of both sides' options of an event."""

    highest: int
    options: tuple[str, str]
    subject: Text
    levels: Text  # what both levels together are called
    level: Text  # beside a player's name: %(level)s
    about: Text  # for those who ask which level is fair
    none: Text
    both: Text  # %(level)s
    each: Text  # %(first)s, %(second)s
    levels_of: Callable[[str], tuple[int, int]]  # of a start position

    def words(self, first: int, second: int) -> Text:
        if not first and not second:
            return self.none
        if first == second:
            return self.both.filled(level=first)
        return self.each.filled(first=first, second=second)


@dataclass(frozen=True, slots=True)
class View:
    """A point of view of `Rules.views`; `seat` is whose it is, if it is a player's."""

    name: str
    label: Text
    seat: Side | None = None


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended on the board, in words: of a rule, of a captured piece, or of every other win or draw.

    The text may name `%(winner)s`, `%(loser)s` and `%(rule)s`.
    """

    text: Text
    rule: str = ""
    captured: str = ""  # how the symbol of the piece ends that the last ply captured
    drawn: bool = False


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """A line of the legend; `symbol` is a key of the game's art, or empty."""

    code: str
    words: Text
    symbol: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Legend:
    """What a score sheet explains: pieces and signs, and how plies are written."""

    title: Text
    entries: tuple[LegendEntry, ...] = ()
    examples: tuple[LegendEntry, ...] = ()
    has_board: bool = False  # an empty board, to draw a set-up into
    blocked: frozenset[str] = frozenset()  # squares of that board where nothing can stand


@dataclass(frozen=True, slots=True, kw_only=True)
class Pieces:
    """A board as any site can show it: the symbol on each occupied square of the picture, and words for the symbols.

    The symbol of a player's piece begins with the name of the side in `Rules.sides` and a dash.
    """

    contents: Callable[[Game, str], Mapping[str, str]]  # of a game and a view
    words: Mapping[str, Text]
    # Of squares that plies call otherwise than pictures do (`32`): where they are drawn (`d4`).
    drawn_at: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Placing:
    """Words for what is put onto the board after a capture, for those who record a game."""

    ask_square: Text  # %(side)s, %(number)s of %(count)s
    ask_face: Text  # %(square)s
    forgotten: Text


@dataclass(frozen=True, slots=True, kw_only=True)
class GameDescription:
    """Everything a site asks about a game beside its rules."""

    name: str
    label: Text
    sides: tuple[Text, Text]
    draws: bool = True  # whether a game can be drawn
    # Other games are called like it, with a word more, such as English draughts; by what name it is told from them.
    name_in_family: Text | None = None
    art: BoardArt | None = None
    pieces: Pieces | None = None  # of a game that a site shows without a module of its own
    options: tuple[Option, ...] = ()
    handicap: Handicap | None = None
    views: tuple[View, ...] = ()
    face_down: Callable[[str], str] | None = None  # a position string with all pieces hidden
    # What the last ply showed everybody of pieces that were face down, as `game.push` in the browser takes it.
    shown: Callable[[Game], Mapping[str, str]] = lambda _game: {}
    # The ply that the side to move must not play because of a draw that was declined; empty: none.
    duty: Callable[[Game], str] = lambda _game: ""
    starts: tuple[Choice, ...] = ()  # kinds of start that lists tell apart
    start_of: Callable[[Mapping[str, str]], str] = lambda _tags: ""  # of the game's own canonical tags
    endings: tuple[Ending, ...] = ()
    adjudicated: frozenset[FindingKind] = frozenset()
    legend: Legend | None = None
    reserve: Text | None = None  # what lies beside the board
    look: Text | None = None  # what a click on the board tells
    browser_module: str = ""  # below `static/js`
    empty_board: str = ""  # where players put up pieces of their own before they begin; empty: nowhere
    typed_move: str = ""  # an example of a move as people type it
    example_record: str = ""  # a short one, for those who write their first
    placing: Placing | None = None
    # How archives look positions up, loaded when one does; none: each position by itself.
    position_keys: Callable[[], PositionKeys] | None = None

    def option(self, key: str) -> Option | None:
        return next((option for option in self.options if option.key == key), None)

    def seat_of(self, view: str) -> Side | None:
        """Whose seat a view is."""
        return next((known.seat for known in self.views if known.name == view), None)

    def view_label(self, view: str) -> Text:
        return next((known.label for known in self.views if known.name == view), Text(view.capitalize()))

    def ending(self, rule: str, *, captured: str = "", drawn: bool) -> Text | None:
        """The words for a game that ended on the board; None if there are none of this game's own."""
        for ending in self.endings:
            if ending.drawn is drawn and (
                (ending.captured and captured.endswith(ending.captured))
                or (not ending.captured and ending.rule in ("", rule))
            ):
                return ending.text
        return None

    def tags_of(self, values: Mapping[str, OptionValue]) -> dict[str, str]:
        """The tags of a record that is played by these options."""
        found = {
            option.tag: option.written(values.get(option.key, option.default))
            for option in self.options
            if option.tag
        }
        return {tag: text for tag, text in found.items() if text}


OPEN_VIEW_LABEL: Final = gettext("Everything open")


def plain_description(rules: Rules) -> GameDescription:
    """Of a game that says nothing about itself but its rules: its records are kept, rated and printed."""
    first, second = rules.sides
    return GameDescription(
        name=rules.name,
        label=Text(rules.tag),
        sides=(Text(first.capitalize()), Text(second.capitalize())),
        views=(View(rules.views[0], OPEN_VIEW_LABEL),),
    )
