"""What a worker knows without ever loading a page: everything that jobs may need."""

import json
import subprocess
import sys
from pathlib import Path

from tests.jobs.workplace import ROOT

WHAT_IS_REGISTERED = """
import json, sys
import config.celery
config.celery.app.loader.import_default_modules()
from audit import actions
from games import news
from jobs.kinds import all_kinds
def registered():
    heard = [news._arrived, news._decided, news._claims, news._purposes]
    return {
        "kinds": sorted(kind.name for kind in all_kinds()),
        "actions": [action.key for action in actions.all_actions()],
        "news": [[function.__qualname__ for function in functions] for functions in heard],
    }
before, pages = registered(), "config.urls" in sys.modules
import config.urls
print(json.dumps([pages, before, registered()]))
"""


def test_a_worker_loads_no_pages_and_still_knows_all_jobs_actions_and_news(tmp_path: Path) -> None:
    found = subprocess.run(
        [sys.executable, "-c", WHAT_IS_REGISTERED],
        cwd=ROOT,
        env={
            "SECRET_KEY": "only-for-this-look",
            "ALLOWED_HOSTS": "localhost",
            "VAR_DIR": str(tmp_path),
            "PYTHONWARNINGS": "ignore",
        },
        stdout=subprocess.PIPE,
        check=True,
    )
    pages, before, after = json.loads(found.stdout)

    assert not pages
    assert before == after
    assert "validate records" in before["kinds"]
