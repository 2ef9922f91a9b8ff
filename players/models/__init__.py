"""Accounts and clubs as data."""

from players.models.account import DataExport, User
from players.models.club import Club

__all__ = ["Club", "DataExport", "User"]
