"""`manage.py rebuild_positions`."""

from io import StringIO

import pytest
from django.core.management import call_command

from tests.games.positions.archives import index_everything, store_archive
from tests.jobs.job_runner import run_jobs

pytestmark = pytest.mark.django_db


def run(*arguments: str) -> str:
    out = StringIO()
    call_command("rebuild_positions", *arguments, stdout=out)
    return out.getvalue().split(" games")[0]


def test_the_command_says_how_far_the_index_is() -> None:
    store_archive("Barragoon", 3)
    assert run("--status") == "0 of 3"
    index_everything()
    assert run("--status") == "3 of 3"
    assert run() == "0 of 3"
    run_jobs()
    assert run("--status") == "3 of 3"
