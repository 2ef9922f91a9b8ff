"""What an account's owner gets of their API tokens, when they ask for their data."""

from datetime import datetime
from typing import Any

from players.accounts.data_export import register_part
from players.models import User
from players.tokens.selectors import tokens_of


def gather_tokens(user: User) -> list[dict[str, Any]]:
    """Without the tokens themselves: those are stored nowhere."""
    return [
        {
            "name": token.name,
            "beginning": token.beginning,
            "scopes": sorted(scope.value for scope in token.scopes),
            "created_at": _moment(token.created_at),
            "last_used_at": _moment(token.last_used_at),
            "expires_at": _moment(token.expires_at),
            "revoked_at": _moment(token.revoked_at),
        }
        for token in tokens_of(user)
    ]


def _moment(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment else None


register_part("api_tokens", gather_tokens)
