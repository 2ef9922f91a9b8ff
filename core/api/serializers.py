"""Shapes that all resources share: strict input, the parameters of a list, and a problem."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.core.validators import validate_slug
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from core.game_types import MAX_GAME_LENGTH, game_choices, is_known_game

MAX_ID = 2**63 - 1
MAX_CURSOR_LENGTH = 500
MAX_PAGE_SIZE = 200


class StrictSerializer(serializers.Serializer[Any]):
    """What is sent must be known: a field that nobody reads is a mistake of the sender, and refused."""

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, Mapping):
            unknown = sorted(str(name) for name in data if name not in self.fields)
            if unknown:
                raise serializers.ValidationError({name: [self.unknown_field()] for name in unknown})
            read_only = sorted(name for name in data if self.fields[name].read_only)
            if read_only:
                raise serializers.ValidationError({name: [_("This cannot be set.")] for name in read_only})
        return super().to_internal_value(data)

    def unknown_field(self) -> str:
        return _("There is no such field.")


class QuerySerializer(StrictSerializer):
    """The parameters of an address. One that is not known is refused as well: a misspelt filter would find all."""

    def unknown_field(self) -> str:
        return _("There is no such parameter here.")


class ListQuery(QuerySerializer):
    limit = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=MAX_PAGE_SIZE,
        help_text=gettext_lazy("How many at once; 50 if left out."),
    )
    cursor = serializers.CharField(
        required=False,
        max_length=MAX_CURSOR_LENGTH,
        help_text=gettext_lazy(
            "Where the page begins. Follow “next” and “previous” instead of building one."
        ),
    )


class StrictTextField(serializers.CharField):
    """Text that was sent as such: 0 is no name."""

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class StrictBooleanField(serializers.BooleanField):
    """`true` or `false`, and not what might be meant by either."""

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data


class StrictIntegerField(serializers.IntegerField):
    """A whole number that was sent as such, and not as text."""

    def to_internal_value(self, data: Any) -> int:
        if type(data) is not int:
            self.fail("invalid")
        return super().to_internal_value(data)


class ClubSlugField(StrictTextField):
    """What a club is called in addresses."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs, max_length=80)
        self.validators.append(validate_slug)


class IdField(StrictIntegerField):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"min_value": 1, "max_value": MAX_ID, **kwargs})


class CurrentChoiceField(serializers.ChoiceField):
    """Choices that a function gives, asked anew for each request: a serializer makes its fields again each time."""

    def __init__(self, choices: Callable[[], Sequence[Any]], **kwargs: Any) -> None:
        super().__init__(choices(), **kwargs)


@extend_schema_field({"type": "string", "maxLength": MAX_GAME_LENGTH})
class GameField(CurrentChoiceField):
    """A game of this site: one with a referee, or a club's own, by its slug."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(game_choices, **kwargs)

    def to_internal_value(self, data: Any) -> str:
        """Of a game without a referee, whose it is and who may use it is for the service to say."""
        if isinstance(data, str) and len(data) <= MAX_GAME_LENGTH and is_known_game(data):
            return data
        return str(super().to_internal_value(data))


class CountryField(StrictTextField):
    """Whether there is such a country is for the service to say."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs, max_length=2, help_text=gettext_lazy("Two letters, ISO 3166, or empty."))


@extend_schema_field({"type": "string", "format": "uri-reference"})
class PageField(serializers.CharField):
    """The address of a page on this site."""


class ProblemErrorSerializer(serializers.Serializer[Any]):
    detail = serializers.CharField()
    pointer = serializers.CharField(
        required=False, help_text=gettext_lazy("JSON Pointer to the field of what was sent.")
    )
    parameter = serializers.CharField(
        required=False, help_text=gettext_lazy("Name of the parameter of the address.")
    )


class ProblemSerializer(serializers.Serializer[Any]):
    """What went wrong (RFC 9457)."""

    type = serializers.CharField(help_text=gettext_lazy("The kind of problem; leads to its explanation."))
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField()
    errors = ProblemErrorSerializer(many=True, required=False)  # type: ignore[assignment]
