"""Sessions: where an account is signed in."""

from importlib import import_module

from django.conf import settings
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from players.models.account import User


class AccountSession(AbstractBaseSession):
    """Django's row of a session with what its owner wants to know about it: whose, on what, since when.

    Of the browser only its name is kept, and no address: it would say where somebody was.
    """

    # No constraint: a session that is saved in the moment its account goes must not fail, it is nobody's then.
    account = models.ForeignKey(
        User, on_delete=models.CASCADE, null=True, related_name="sessions", db_constraint=False
    )
    browser = models.CharField(max_length=40, blank=True)
    system = models.CharField(max_length=40, blank=True)
    first_seen = models.DateTimeField(default=timezone.now)
    last_seen = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("session")
        verbose_name_plural = _("sessions")

    @classmethod
    def get_session_store_class(cls) -> type[SessionBase]:
        store: type[SessionBase] = import_module(settings.SESSION_ENGINE).SessionStore
        return store
