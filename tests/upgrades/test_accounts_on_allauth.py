"""The way of accounts and factors to django-allauth's tables, and back."""

from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

BEFORE = [("players", "0013_plain_labels")]
AFTER = [("players", "0014_accounts_on_allauth")]


@pytest.mark.django_db(transaction=True)
@pytest.mark.timeout(300)
def test_factors_and_recovery_codes_go_there_and_back() -> None:
    latest = MigrationExecutor(connection).loader.graph.leaf_nodes()
    try:
        old = _migrate(BEFORE)
        user = old.get_model("players", "User").objects.create(
            email="Agnes@example.org", display_name="Agnes"
        )
        other = old.get_model("players", "User").objects.create(
            email="jorge@example.org", display_name="Jorge"
        )
        factors, codes = old.get_model("players", "SecondFactor"), old.get_model("players", "RecoveryCode")
        since = timezone.now()
        factors.objects.create(account=user, secret="JBSWY3DPEHPK3PXP", confirmed_at=since, last_step=77)
        factors.objects.create(account=other, secret="never confirmed")
        for digest in ("d1", "d2"):
            codes.objects.create(account=user, digest=digest)

        new = _migrate(AFTER)
        rows = new.get_model("mfa", "Authenticator").objects.order_by("type")
        assert [(row.user_id, row.type, row.data, row.created_at) for row in rows] == [
            (user.pk, "recovery_codes", {"digests": ["d1", "d2"]}, since),
            (user.pk, "totp", {"secret": "JBSWY3DPEHPK3PXP", "last_step": 77}, since),
        ]
        addresses = new.get_model("account", "EmailAddress").objects.order_by("email")
        assert [(row.email, row.primary, row.verified) for row in addresses] == [
            ("agnes@example.org", True, False),
            ("jorge@example.org", True, False),
        ]

        again = _migrate(BEFORE)
        (factor,) = again.get_model("players", "SecondFactor").objects.all()
        assert (factor.account_id, factor.secret, factor.last_step) == (user.pk, "JBSWY3DPEHPK3PXP", 77)
        assert factor.confirmed_at == since
        digests = again.get_model("players", "RecoveryCode").objects.values_list("digest", flat=True)
        assert sorted(digests) == ["d1", "d2"]
    finally:
        _migrate(latest)


def _migrate(targets: list[tuple[str, str]]) -> Any:
    executor = MigrationExecutor(connection)
    executor.migrate(targets)
    return MigrationExecutor(connection).loader.project_state(targets).apps
