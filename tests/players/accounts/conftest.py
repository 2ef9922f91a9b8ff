"""Somebody with an account."""

from pathlib import Path

import pytest
from django.conf import LazySettings
from django.test import Client

from players.models import User

PASSWORD = "seven lapwings on a wet meadow"


@pytest.fixture
def agnes(db: None) -> User:
    return User.objects.create_user("agnes@example.org", PASSWORD, display_name="Agnes Brandt")


@pytest.fixture
def signed_in(client: Client, agnes: User) -> Client:
    client.force_login(agnes)
    return client


@pytest.fixture
def media(tmp_path: Path, settings: LazySettings) -> Path:
    settings.MEDIA_ROOT = tmp_path
    return tmp_path
