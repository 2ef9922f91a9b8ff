"""Fixtures for the pages of submitting."""

import pytest
from django.test import Client

from players.models import User


@pytest.fixture
def browser(client: Client, submitter: User) -> Client:
    client.force_login(submitter, backend="django.contrib.auth.backends.ModelBackend")
    return client
