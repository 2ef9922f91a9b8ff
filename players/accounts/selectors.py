"""What an account's pages read."""

from jobs.work_item import WorkState
from players.models import DataExport, User


def latest_export(user: User) -> DataExport | None:
    return DataExport.objects.filter(user=user).defer("content").order_by("-created_at", "-pk").first()


def finished_export(user: User, pk: int) -> DataExport | None:
    return DataExport.objects.filter(user=user, pk=pk, state=WorkState.DONE).first()
