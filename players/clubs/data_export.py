"""What an account's owner gets of the requests they made, when they ask for their data."""

from typing import Any

from players.accounts.data_export import register_part
from players.models import JoinRequest, User


def gather_requests(user: User) -> list[dict[str, Any]]:
    requests = JoinRequest.objects.filter(person__account=user).select_related("club").order_by("pk")
    return [
        {
            "club": request.club.name,
            "asked_at": request.created_at.isoformat(),
            "message": request.message,
            "state": request.state,
            "answered_at": request.answered_at.isoformat() if request.answered_at else None,
            "reason": request.reason,
        }
        for request in requests
    ]


register_part("requests_to_join_clubs", gather_requests)
