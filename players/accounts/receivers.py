"""What is written about accounts when others announce something."""

from typing import Any

from audit import services as audit
from jobs.models import WorkItem
from players import audit_actions
from players.models import User


def record_retry(sender: type[WorkItem], *, item: WorkItem, actor: User, **kwargs: Any) -> None:
    """A line about the administrator, not about the work, whose name may say more than the history should keep."""
    audit.record(
        actor=actor,
        action=audit_actions.JOB_RETRIED,
        target=actor,
        before={},
        after={"kind": sender._meta.label, "id": item.pk},
    )
