"""What clubs mail is stored, as on the real site."""

import pytest


@pytest.fixture(autouse=True)
def _mails(mails_are_rows: None) -> None:
    """For every test of this folder."""
