"""Print the address that a provider of OpenID Connect has to know to send people back."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse

from players.accounts.services.mail import absolute_url


class Command(BaseCommand):
    help = "Prints the return address to register at the provider that OIDC_SERVER names."

    def handle(self, *args: Any, **options: Any) -> None:
        if settings.OIDC is None:
            raise CommandError("OIDC_SERVER, OIDC_CLIENT and OIDC_SECRET are not set: there is no provider.")
        self.stdout.write(absolute_url(reverse("openid_connect_callback", args=[settings.OIDC.key])))
