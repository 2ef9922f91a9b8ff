"""What is read about API tokens."""

from django.db.models import F, QuerySet

from players.models import ApiToken, User


def tokens_of(account: User) -> QuerySet[ApiToken]:
    """Those that were not revoked first, the newest first."""
    return ApiToken.objects.filter(account=account).order_by(
        F("revoked_at").desc(nulls_first=True), "-created_at", "-pk"
    )


def token_of(account: User, pk: int) -> ApiToken | None:
    return ApiToken.objects.filter(account=account, pk=pk).select_related("account").first()
