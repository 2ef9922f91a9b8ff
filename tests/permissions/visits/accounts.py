"""The pages of an account: each about the one who is signed in, whoever that is."""

from typing import Any

from allauth.mfa.models import Authenticator
from django.core import mail
from django.utils import timezone

from jobs.models import WorkState
from players.accounts.services import accounts
from players.accounts.services.mail import NEW_DEVICE_MAIL, unsubscribe_path
from players.models import DataExport, PushSubscription
from players.notifications.selectors import feed_token
from players.notifications.services import renew_feed
from tests.permissions.declarations import Rule, Visit
from tests.permissions.world import Viewer, World
from tests.players.notifications.push_service import Browser


def paulas_export(world: World) -> dict[str, Any]:
    export = DataExport.objects.create(
        user=world.accounts[Viewer.CONCERNED],
        state=WorkState.DONE,
        finished_at=timezone.now(),
        content={"name": "Paula"},
    )
    return {"pk": export.pk}


def link_to_nowhere(world: World) -> dict[str, Any]:
    return {"uidb36": "x", "key": "y"}


def paulas_new_address(world: World) -> dict[str, Any]:
    account = world.accounts[Viewer.CONCERNED]
    accounts.request_email_change(account=account, email="paula@example.net")
    link = next(line for line in str(mail.outbox[-1].body).splitlines() if line.startswith("http"))
    return {"token": link.rstrip("/").rpartition("/")[2]}


def paulas_passkey(world: World) -> dict[str, Any]:
    passkey = Authenticator.objects.create(
        user=world.accounts[Viewer.CONCERNED],
        type="webauthn",
        data={"name": "Paula's phone", "credential": {}},
    )
    return {"pk": passkey.pk}


def no_provider(world: World) -> dict[str, Any]:
    return {"provider_id": "oidc-0123456789ab"}


def end_of_paulas_mails(world: World) -> dict[str, Any]:
    path = unsubscribe_path(world.accounts[Viewer.CONCERNED], NEW_DEVICE_MAIL)
    return {"token": path.rstrip("/").rpartition("/")[2]}


def paulas_browser(world: World) -> dict[str, Any]:
    browser = PushSubscription.objects.create(
        account=world.accounts[Viewer.CONCERNED], endpoint="https://push.example.net/x", endpoint_digest="x"
    )
    return {"pk": browser.pk}


def new_browser(world: World) -> dict[str, Any]:
    browser = Browser()
    return {"endpoint": "https://push.example.net/new", "p256dh": browser.p256dh, "auth": browser.auth}


def paulas_feed(world: World) -> dict[str, Any]:
    renew_feed(account=world.accounts[Viewer.CONCERNED])
    return {"token": feed_token(world.accounts[Viewer.CONCERNED])}


VISITS = (
    Visit("account", Rule.SIGNED_IN),
    Visit("account", Rule.SIGNED_IN, "POST"),
    Visit("change-email", Rule.SIGNED_IN),
    Visit("change-email", Rule.SIGNED_IN, "POST"),
    Visit("confirm-email", Rule.OWN_ACCOUNT, arguments=paulas_new_address, concerned=Viewer.CONCERNED),
    Visit(
        "confirm-email", Rule.OWN_ACCOUNT, "POST", arguments=paulas_new_address, concerned=Viewer.CONCERNED
    ),
    Visit("preferences", Rule.SIGNED_IN),
    Visit("preferences", Rule.SIGNED_IN, "POST"),
    Visit("mail-choices", Rule.SIGNED_IN),
    Visit("mail-choices", Rule.SIGNED_IN, "POST"),
    Visit("add-push-browser", Rule.SIGNED_IN, "POST", data=new_browser),
    Visit("try-push-browsers", Rule.SIGNED_IN, "POST"),
    Visit(
        "remove-push-browser", Rule.OWN_ACCOUNT, "POST", arguments=paulas_browser, concerned=Viewer.CONCERNED
    ),
    Visit("renew-personal-feed", Rule.SIGNED_IN, "POST"),
    Visit("remove-personal-feed", Rule.SIGNED_IN, "POST"),
    Visit("personal-feed", Rule.EVERYBODY, arguments=paulas_feed, note="by the secret in the address"),
    Visit("personal-calendar", Rule.EVERYBODY, arguments=paulas_feed, note="by the secret in the address"),
    Visit("stop-mail", Rule.EVERYBODY, arguments=end_of_paulas_mails, note="by the secret in the link"),
    Visit(
        "stop-mail", Rule.EVERYBODY, "POST", arguments=end_of_paulas_mails, note="by the secret in the link"
    ),
    Visit("security", Rule.SIGNED_IN),
    Visit("switch-on-second-factor", Rule.SIGNED_IN),
    Visit("switch-on-second-factor", Rule.SIGNED_IN, "POST"),
    Visit("switch-off-second-factor", Rule.SIGNED_IN),
    Visit("switch-off-second-factor", Rule.SIGNED_IN, "POST"),
    Visit("renew-recovery-codes", Rule.SIGNED_IN),
    Visit("renew-recovery-codes", Rule.SIGNED_IN, "POST"),
    Visit("add-passkey", Rule.SIGNED_IN),
    Visit("add-passkey", Rule.SIGNED_IN, "POST"),
    Visit("remove-passkey", Rule.OWN_ACCOUNT, arguments=paulas_passkey, concerned=Viewer.CONCERNED),
    Visit("remove-passkey", Rule.OWN_ACCOUNT, "POST", arguments=paulas_passkey, concerned=Viewer.CONCERNED),
    Visit("sessions", Rule.SIGNED_IN),
    Visit("end-session", Rule.SIGNED_IN, "POST"),
    Visit("your-data", Rule.SIGNED_IN),
    Visit("second-step", Rule.SIGNED_IN, note="or between password and code"),
    Visit("second-step", Rule.SIGNED_IN, "POST", note="or between password and code"),
    Visit("sign-up", Rule.EVERYBODY),
    Visit("sign-up", Rule.EVERYBODY, "POST"),
    Visit("sign-in", Rule.EVERYBODY),
    Visit("sign-in", Rule.EVERYBODY, "POST"),
    Visit("passkey-sign-in", Rule.EVERYBODY),
    Visit("passkey-sign-in", Rule.EVERYBODY, "POST"),
    Visit("openid_connect_login", Rule.NOBODY, "POST", arguments=no_provider),
    Visit("openid_connect_callback", Rule.NOBODY, arguments=no_provider),
    Visit("connect-provider", Rule.NOBODY, arguments=no_provider),
    Visit("connect-provider", Rule.NOBODY, "POST", arguments=no_provider),
    Visit("disconnect-provider", Rule.SIGNED_IN),
    Visit("disconnect-provider", Rule.SIGNED_IN, "POST"),
    Visit("sign-out", Rule.EVERYBODY, "POST"),
    Visit("delete-account", Rule.SIGNED_IN),
    Visit("delete-account", Rule.SIGNED_IN, "POST"),
    Visit("change-password", Rule.SIGNED_IN),
    Visit("change-password", Rule.SIGNED_IN, "POST"),
    Visit("reset-password", Rule.EVERYBODY),
    Visit("reset-password", Rule.EVERYBODY, "POST"),
    Visit("reset-password-sent", Rule.EVERYBODY),
    Visit("reset-password-confirm", Rule.EVERYBODY, arguments=link_to_nowhere),
    Visit("reset-password-confirm", Rule.EVERYBODY, "POST", arguments=link_to_nowhere),
    Visit("request-data-export", Rule.SIGNED_IN, "POST"),
    Visit("data-export-state", Rule.SIGNED_IN),
    Visit("download-data-export", Rule.OWN_ACCOUNT, arguments=paulas_export, concerned=Viewer.CONCERNED),
)
