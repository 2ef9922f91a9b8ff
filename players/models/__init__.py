"""Accounts, people, clubs and who belongs to them, as data."""

from players.models.account import DataExport, User
from players.models.club import Club
from players.models.membership import Membership, Role
from players.models.person import Person

__all__ = ["Club", "DataExport", "Membership", "Person", "Role", "User"]
