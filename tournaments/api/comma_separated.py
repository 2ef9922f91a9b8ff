"""Codes that are kept in one line, with commas, and told as a list."""

from typing import Any

from rest_framework import serializers


class CommaSeparated(serializers.ListField):
    child = serializers.CharField()

    def to_representation(self, data: Any) -> list[str]:
        return [code for code in data.split(",") if code]
