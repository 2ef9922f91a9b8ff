"""What has to be done before the site can serve: tables, static files, and a demo club where nothing is yet.

Django is imported inside the functions: gunicorn's configuration imports this module before Django is set up.
"""

from collections.abc import Callable


class CannotPrepare(Exception):
    """One sentence that says what stands in the way and what to change."""


def prepare(*, say: Callable[[str], object]) -> None:
    from games.demo import load_demo_games
    from players.demo import load_demo_club
    from players.models import Club, User
    from tournaments.demo import load_demo_events

    _migrate(say)
    _collect_static_files(say)
    if not Club.objects.exists() and not User.objects.exists():
        demo = load_demo_club()
        load_demo_games()
        load_demo_events()
        say(f"The demo club is loaded. Sign in as {demo.email} with the password {demo.password}")


def prepare_in_this_process() -> None:
    """Prepare, and leave no connection open that the server's processes would share after the fork."""
    import django

    django.setup()
    from django.db import connections

    try:
        prepare(say=lambda line: print(line, flush=True))
    except CannotPrepare as error:
        raise SystemExit(f"kiebitz: {error}") from None
    connections.close_all()


def _migrate(say: Callable[[str], object]) -> None:
    from django.core.management import call_command
    from django.db import OperationalError, connection
    from django.db.migrations.executor import MigrationExecutor

    try:
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            say("Bringing the database up to date …")
            call_command("migrate", interactive=False, verbosity=0)
    except OperationalError as error:
        reason = str(error).strip().splitlines()[0]
        raise CannotPrepare(
            f"the database {_address()} cannot be used ({reason}): start it, or correct DATABASE_URL."
        ) from error


def _collect_static_files(say: Callable[[str], object]) -> None:
    from django.conf import settings
    from django.core.management import call_command

    from config.static_collection import (
        fingerprint_of_last_collection,
        fingerprint_of_sources,
        remember_collection,
    )

    if settings.DEBUG:
        return
    try:
        if fingerprint_of_last_collection() == (current := fingerprint_of_sources()):
            return
        say("Compressing the static files …")
        # Of htmx we ship a copy of our own.
        call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=["django_htmx"])
        remember_collection(current)
    except OSError as error:
        raise CannotPrepare(
            f"cannot write the static files into {settings.STATIC_ROOT} ({error.strerror}): make it writable."
        ) from error


def _address() -> str:
    """Where the database is, without its password."""
    from django.conf import settings

    database = settings.DATABASES["default"]
    if database["ENGINE"].endswith("sqlite3"):
        return str(database["NAME"])
    host = database.get("HOST") or "the local socket"
    return f"{database['NAME']} at {host}:{database.get('PORT') or 5432}"
