"""The rating code can be used without the site."""

import subprocess
import sys


def test_the_rating_code_loads_neither_django_nor_the_apps():
    program = (
        "import sys, players.ratings\n"
        "roots = {name.split('.')[0] for name in sys.modules}\n"
        "apps = {name for name in sys.modules if name.startswith('players.')} - "
        "{name for name in sys.modules if name.startswith('players.ratings')}\n"
        "print(sorted(roots & {'django', 'rest_framework', 'celery', 'redis', 'config', 'jobs'}), sorted(apps))"
    )

    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert found.stdout == "[] []\n"
