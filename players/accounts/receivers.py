"""What is written about accounts when others announce something."""

import logging
from typing import Any

from django.db import transaction

from audit import services as audit
from core.errors import StorageUnavailable
from jobs.models import WorkItem
from players import audit_actions
from players.accounts.services.export_files import delete_from_bucket, file_name
from players.models import DataExport, User

logger = logging.getLogger(__name__)


def record_retry(sender: type[WorkItem], *, item: WorkItem, actor: User, **kwargs: Any) -> None:
    """A line about the administrator, not about the work, whose name may say more than the history should keep."""
    audit.record(
        actor=actor,
        action=audit_actions.JOB_RETRIED,
        target=actor,
        before={},
        after={"kind": sender._meta.label, "id": item.pk},
    )


def delete_export_file(sender: type[DataExport], *, instance: DataExport, **kwargs: Any) -> None:
    """A bucket that is away must keep nobody from leaving; its rule for old exports deletes the file then."""
    name = file_name(instance)  # the row has no number any longer when its transaction has ended

    def delete() -> None:
        try:
            delete_from_bucket(name)
        except StorageUnavailable as error:
            logger.warning("The file of an export that is gone stays in the bucket: %s", error)

    transaction.on_commit(delete)
