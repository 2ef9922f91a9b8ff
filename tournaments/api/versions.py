"""Fields that go with changes: the version that was seen, and why."""

from typing import Any, Final

from django.utils.translation import gettext_lazy
from rest_framework import serializers

from players.api.serializers import Number, QuerySerializer, Text

LARGEST_VERSION: Final = 2**31 - 1
LARGEST_NUMBER: Final = 32767
LONGEST_REASON: Final = 500


class Version(Number):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            **{
                "required": False,
                "min_value": 1,
                "max_value": LARGEST_VERSION,
                "help_text": gettext_lazy(
                    "What you have seen. If it has changed since, nothing is done (409)."
                ),
                **kwargs,
            }
        )


class Reason(Text):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            **{
                "required": False,
                "allow_blank": True,
                "max_length": LONGEST_REASON,
                "help_text": gettext_lazy("Stands in the event's log."),
                **kwargs,
            }
        )


class VersionQuery(QuerySerializer):
    version = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=LARGEST_VERSION,
        help_text=gettext_lazy("What you have seen. If it has changed since, nothing is done (409)."),
    )
