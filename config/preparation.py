"""What has to be done before the site can serve: tables, static files, and for `make run` a demo club.

Django is imported inside the functions: gunicorn's configuration imports this module before Django is set up.
"""

import os
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Final

from config.preparation_lock import preparation_lock
from config.private_files import close_to_others, write_private_files
from core.errors import StorageUnavailable

# gunicorn's own code for it.
CANNOT_SERVE: Final = 3


class PreparationError(Exception):
    """One sentence that says what stands in the way and what to change."""


def prepare(*, say: Callable[[str], object], with_demo_club: bool = False) -> None:
    """Only who tries the site out wants the demo club: on a server it would be an account that nobody asked for."""
    from django.conf import settings
    from django.core.exceptions import ImproperlyConfigured
    from django.db import Error

    from audit.services import make_tables_of_years

    write_private_files()
    try:
        with preparation_lock(say):
            _migrate(say)
            make_tables_of_years()
            _close_to_others(say)
            _collect_static_files(say)
            if with_demo_club:
                load_demo_club_if_empty(say)
    except (Error, ImproperlyConfigured) as error:
        reason = (str(error).strip() or type(error).__name__).splitlines()[0]
        raise PreparationError(
            f"the database {_database_name()} cannot be used ({reason}): {_advice()}."
        ) from error
    except StorageUnavailable as error:
        raise PreparationError(
            f"the storage S3_BUCKET cannot be used ({error}): start its server, or correct the variables that begin "
            "with S3_."
        ) from error
    except OSError as error:
        raise PreparationError(
            f"cannot write into {error.filename or settings.VAR_DIR} ({error.strerror}): make it writable, "
            "or choose another folder with VAR_DIR."
        ) from error


def prepare_before_serving(still_alive: Callable[[], object] = lambda: None) -> None:
    """For `make run`: in a process of its own that is forked, for what it leaves over is not needed again.

    `still_alive` is called each moment. Who calls this has loaded the site afterwards, and has no connections open.
    """
    import django

    django.setup()
    sys.stdout.flush()
    sys.stderr.flush()
    child = os.fork()
    if child == 0:
        os._exit(_prepare_and_say())
    while (ended := os.waitpid(child, os.WNOHANG)) == (0, 0):
        still_alive()
        time.sleep(0.02)
    if ended[1]:
        # To gunicorn: this process cannot serve, nor could another one.
        raise SystemExit(CANNOT_SERVE)


def _prepare_and_say() -> int:
    """The exit code. Whatever happens, this process goes no further."""
    try:
        prepare(say=lambda line: print(line, flush=True), with_demo_club=True)
    except PreparationError as error:
        print(f"kiebitz: {error}", file=sys.stderr, flush=True)
        return 1
    except BaseException:  # noqa: BLE001  also a signal: the server must not be started a second time from here
        traceback.print_exc()
        return 1
    return 0


def load_demo_club_if_empty(say: Callable[[str], object]) -> None:
    from django.db import transaction

    from players.models import Club, User

    if Club.objects.exists() or User.objects.exists():
        return
    from games.demo import load_demo_games
    from players.demo import load_demo_administrator, load_demo_club
    from tournaments.events.services.demo import load_demo_events

    # All or nothing: a start that is interrupted here leaves an empty database, and the next one begins again.
    with transaction.atomic():
        demo = load_demo_club()
        load_demo_games()
        load_demo_events()
        administrator = load_demo_administrator()
    say(f"The demo club is loaded. Sign in as {demo.email} with the password {demo.password}")
    say(f"Its site has an administrator: {administrator.email} with the password {administrator.password}")


def _migrate(say: Callable[[str], object]) -> None:
    from django.core.management import call_command
    from django.db import connection
    from django.db.migrations.executor import MigrationExecutor

    from backups.services.schedule import back_up_before_upgrade, record_upgrade_backup

    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        outcome = back_up_before_upgrade(say=say)
        say("Bringing the database up to date …")
        call_command("migrate", interactive=False, verbosity=0)
        if outcome is not None:
            record_upgrade_backup(outcome=outcome)


def _close_to_others(say: Callable[[str], object]) -> None:
    """Releases before 0.2 wrote files that everybody on the machine could read."""
    from django.conf import settings

    database = settings.DATABASES["default"]
    file = str(database["NAME"]) if database["ENGINE"].endswith("sqlite3") else ""
    if count := close_to_others(Path(settings.VAR_DIR), database=file):
        say(
            f"Other users of this machine could read {count} files and folders of {settings.VAR_DIR}; now they cannot."
        )


def _collect_static_files(say: Callable[[str], object]) -> None:
    from django.conf import settings
    from django.core.management import call_command

    from config.static_files import are_collected, note_that_they_are_collected
    from config.static_releases import delete_old_releases, share_release

    if settings.DEBUG:
        return
    if not are_collected():
        say("Compressing the static files …")
        # Of htmx we ship a copy of our own.
        call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=["django_htmx"])
        note_that_they_are_collected()
        delete_old_releases()
    if settings.BUCKET:
        say("Copying the static files into the bucket …")
        share_release()


def _database_name() -> str:
    """Where the database is, without its password."""
    from django.conf import settings

    database = settings.DATABASES["default"]
    if database["ENGINE"].endswith("sqlite3"):
        return str(database["NAME"])
    host = database.get("HOST") or "the local socket"
    return f"{database['NAME']} at {host}:{database.get('PORT') or 5432}"


def _advice() -> str:
    from django.conf import settings

    if settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
        return "make it a writable file of SQLite, or name another one in DATABASE_URL"
    return "start it, or correct DATABASE_URL"
