"""What the tables of a section consist of in the API: rows, columns, explanations, cards, prizes."""

from typing import Any

from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments.entries.api.entries import PlayerSerializer
from tournaments.pairing import Match
from tournaments.tables.presenters.rating_report import RatingRow
from tournaments.tables.selectors.table_data import TableKind


class PointsField(serializers.CharField):
    """2.5 where people write 2½: programs count with it."""

    def to_representation(self, value: str) -> str:
        if not value.endswith("½"):
            return value
        whole = value.removesuffix("½")
        return f"{whole if whole.strip('-') else whole + '0'}.5"


class ColumnSerializer(serializers.Serializer[Any]):
    """A tie-break."""

    label = serializers.CharField()  # type: ignore[assignment]
    code = serializers.CharField()
    name = serializers.CharField()
    article = serializers.CharField(help_text=gettext_lazy("Where FIDE's handbook has it."))


class LossSerializer(serializers.Serializer[Any]):
    """Where somebody left a knockout."""

    round = serializers.IntegerField()
    to = serializers.IntegerField(help_text=gettext_lazy("The starting rank of who went on."))


class TableRowSerializer(serializers.Serializer[Any]):
    rank = serializers.IntegerField()
    player = PlayerSerializer(source="entry")
    points = PointsField()
    values = serializers.ListField(
        child=serializers.CharField(), help_text=gettext_lazy("The tie-breaks, as “columns” names them.")
    )
    lost = LossSerializer(allow_null=True)


class StandingsSerializer(serializers.Serializer[Any]):
    """The table of a section."""

    section = serializers.IntegerField(source="section.pk")
    kind = serializers.ChoiceField([kind.value for kind in TableKind], source="data.kind")
    rounds = serializers.IntegerField(source="data.rounds", help_text=gettext_lazy("After how many rounds."))
    unfinished = serializers.BooleanField(
        source="data.unfinished", help_text=gettext_lazy("Whether a game of these rounds has no result yet.")
    )
    final = serializers.BooleanField(
        source="frozen", help_text=gettext_lazy("Whether it was stored when the event was finished.")
    )
    problem = serializers.CharField(source="data.problem")
    columns = ColumnSerializer(many=True, source="data.columns")
    rows = TableRowSerializer(many=True)


class ExplanationLineSerializer(serializers.Serializer[Any]):
    """What one round adds."""

    round = serializers.IntegerField(allow_null=True)
    opponent = serializers.IntegerField(allow_null=True, help_text=gettext_lazy("By starting rank."))
    value = serializers.CharField()
    words = serializers.CharField()
    cut = serializers.CharField(allow_null=True, help_text=gettext_lazy("Why it does not count."))


class ExplanationSerializer(serializers.Serializer[Any]):
    """Why a value is what it is."""

    value = serializers.CharField()
    summary = serializers.CharField()
    lines = ExplanationLineSerializer(many=True)


class ExplainedRowSerializer(serializers.Serializer[Any]):
    """A line of the table, and why it is so."""

    row = TableRowSerializer()
    reasons = ExplanationSerializer(
        many=True, help_text=gettext_lazy("Of the points, then of each column of the standings.")
    )


class CrossRowSerializer(serializers.Serializer[Any]):
    rank = serializers.IntegerField()
    player = PlayerSerializer(source="entry")
    points = PointsField()
    cells = serializers.ListField(child=serializers.CharField())


class CrosstableSerializer(serializers.Serializer[Any]):
    """Who met whom."""

    section = serializers.IntegerField()
    all_play_all = serializers.BooleanField(
        help_text=gettext_lazy("Columns are opponents, in the order of the rows; otherwise they are rounds.")
    )
    heads = serializers.ListField(child=serializers.CharField())
    rows = CrossRowSerializer(many=True)


class MatchSerializer(serializers.Serializer[Any]):
    """A match of the tree. A side is null until its player is known. Players by their starting ranks."""

    round = serializers.IntegerField(source="key.round_number")
    match = serializers.IntegerField(source="key.match")
    third_place = serializers.BooleanField(source="key.third_place")
    first = serializers.IntegerField(allow_null=True)
    second = serializers.IntegerField(allow_null=True)
    winner = serializers.IntegerField(allow_null=True)
    bye = serializers.BooleanField(help_text=gettext_lazy("The first goes on without playing."))
    decided_by = serializers.SerializerMethodField(
        help_text=gettext_lazy("What settled a level match; null if nothing had to.")
    )
    games_played = serializers.SerializerMethodField()
    games_due = serializers.SerializerMethodField()

    @extend_schema_field({"type": ["string", "null"]})
    def get_decided_by(self, match: Match) -> str | None:
        return match.decided_by.name if match.decided_by else None

    def get_games_played(self, match: Match) -> int:
        return len(match.games)

    def get_games_due(self, match: Match) -> int:
        return len(match.due)


class BracketSerializer(serializers.Serializer[Any]):
    """The tree of a knockout."""

    section = serializers.IntegerField()
    problem = serializers.CharField(
        help_text=gettext_lazy("Why the bracket cannot be followed; empty if it can.")
    )
    players = PlayerSerializer(many=True)
    matches = MatchSerializer(many=True)


class ProgressRowSerializer(serializers.Serializer[Any]):
    player = PlayerSerializer()
    ranks = serializers.ListField(
        child=serializers.IntegerField(), help_text=gettext_lazy("After each round.")
    )
    points = serializers.ListField(child=PointsField(), help_text=gettext_lazy("After each round."))


class ProgressSerializer(serializers.Serializer[Any]):
    """How players went up and down, in the order of the table."""

    section = serializers.IntegerField()
    rounds = serializers.IntegerField()
    rows = ProgressRowSerializer(many=True)


class PlayedGameSerializer(serializers.Serializer[Any]):
    """One game of a round, seen from the player."""

    pairing = serializers.IntegerField(help_text=gettext_lazy("Its id: read there what it ended with."))
    board = serializers.IntegerField()
    colour = serializers.CharField()
    game = serializers.IntegerField(
        allow_null=True,
        help_text=gettext_lazy("The game in the archive whose record it is; null if you may not see it."),
    )


class RoundOfCardSerializer(serializers.Serializer[Any]):
    round = serializers.IntegerField(source="number")
    opponent = PlayerSerializer(allow_null=True)
    outcome = serializers.CharField(help_text=gettext_lazy("In words."))
    points = PointsField(help_text=gettext_lazy("Empty while the game has no result."))
    total = PointsField()
    games = PlayedGameSerializer(many=True)


class PlayerCardSerializer(serializers.Serializer[Any]):
    """One player's way through a section."""

    row = TableRowSerializer()
    rounds = RoundOfCardSerializer(many=True)
    average = serializers.IntegerField(
        help_text=gettext_lazy("Of the opponents' ratings, over the games that were played; 0 without any.")
    )
    performance = serializers.IntegerField(help_text=gettext_lazy("The rating that the results are worth."))


class WinnerSerializer(serializers.Serializer[Any]):
    """What one player gets of one list."""

    rank = serializers.IntegerField(source="row.rank")
    player = PlayerSerializer(source="entry")
    money = serializers.CharField(help_text=gettext_lazy("With its currency; empty if there is none."))
    sum = serializers.CharField(help_text=gettext_lazy("How a shared prize was computed."))
    titles = serializers.ListField(child=serializers.CharField())


class AwardsOfCategorySerializer(serializers.Serializer[Any]):
    category = serializers.CharField(help_text=gettext_lazy("Empty: all players of the section."))
    winners = WinnerSerializer(many=True)


class AwardsSerializer(serializers.Serializer[Any]):
    """Who gets which prize, as the table stands."""

    section = serializers.IntegerField(source="table.section.pk")
    final = serializers.BooleanField(source="table.frozen")
    categories = AwardsOfCategorySerializer(many=True)


class RatingRowSerializer(serializers.Serializer[Any]):
    """Scores are in games: 2.5 of 4."""

    rank = serializers.IntegerField()
    entry = serializers.IntegerField(source="entry.pk")
    rating = serializers.IntegerField(source="entry.rating")
    games = serializers.IntegerField()
    score = serializers.SerializerMethodField()
    expected = serializers.SerializerMethodField()
    performance = serializers.IntegerField()
    change = serializers.IntegerField(allow_null=True)

    def get_score(self, row: RatingRow) -> float | None:
        return None if row.score is None else row.score / 100

    def get_expected(self, row: RatingRow) -> float | None:
        return None if row.expected is None else row.expected / 100
