"""Tables as the API tells them."""

from typing import Any

from django.utils.translation import gettext_lazy
from rest_framework import serializers

from tournaments.api.round_shapes import PlayerSerializer
from tournaments.tables.table_data import KEIZER, KNOCKOUT, STANDINGS


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
    kind = serializers.ChoiceField([STANDINGS, KEIZER, KNOCKOUT], source="data.kind")
    rounds = serializers.IntegerField(source="data.rounds", help_text=gettext_lazy("After how many rounds."))
    unfinished = serializers.BooleanField(
        source="data.unfinished", help_text=gettext_lazy("Whether a game of these rounds has no result yet.")
    )
    final = serializers.BooleanField(
        source="frozen", help_text=gettext_lazy("Whether it was laid down when the event was finished.")
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
