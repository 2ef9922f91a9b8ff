"""What Celery's schedule calls."""

from celery import shared_task

from players.session_store import SessionStore


@shared_task(name="players.tasks.clear_sessions")
def clear_sessions() -> None:
    """Rows of sessions that have ended by themselves; nobody can use them any more."""
    SessionStore.clear_expired()
