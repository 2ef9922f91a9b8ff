"""Language, time zone, colours; which mails one wants."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from players.accounts import mail_kinds, preferences
from players.accounts.access import SignedInRequest, owner_only
from players.accounts.mail import subscription
from players.accounts.settings_forms import MailChoicesForm, PreferencesForm

GONE = 410


@owner_only
@require_http_methods(["GET", "HEAD", "POST"])
def preferences_page(request: SignedInRequest) -> HttpResponse:
    user = request.user
    present = {
        "language": user.language or translation.get_language(),
        "time_zone": user.time_zone or timezone.get_default_timezone_name(),
        "theme": preferences.theme_of(request),
    }
    form = PreferencesForm(request.POST or None, initial=present)
    if request.method != "POST" or not form.is_valid():
        return render(request, "accounts/preferences.html", {"form": form})
    chosen = form.cleaned_data
    preferences.save(account=user, **chosen)
    with translation.override(chosen["language"]):
        messages.success(request, _("Your choices are saved."))
    response = redirect("preferences")
    preferences.remember_language(response, chosen["language"])
    preferences.remember_theme(response, chosen["theme"])
    return response


@owner_only
@require_http_methods(["GET", "HEAD", "POST"])
def mail_choices(request: SignedInRequest) -> HttpResponse:
    if request.method == "POST":
        form = MailChoicesForm(request.POST)
        if form.is_valid():
            mail_kinds.choose(account=request.user, wanted=form.cleaned_data)
            messages.success(request, _("Your choices are saved."))
            return redirect("mail-choices")
    form = MailChoicesForm(initial=mail_kinds.choices_of(request.user))
    mandatory = [kind for kind in mail_kinds.all_kinds() if not kind.optional]
    return render(request, "accounts/mail_choices.html", {"form": form, "mandatory": mandatory})


@csrf_exempt  # mail programs post here for their users, by the secret in the address and nothing else (RFC 8058)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def stop_mail(request: HttpRequest, token: str) -> HttpResponse:
    """Where the link at the end of a mail leads: works without signing in, and for one kind of mail only."""
    found = subscription(token)
    page = "accounts/stop_mail.html"
    if found is None:
        return render(request, page, status=GONE)
    stopped = request.method == "POST"
    if stopped:
        mail_kinds.choose(account=found.account, wanted={found.kind.key: False})
    return render(request, page, {"kind": found.kind, "stopped": stopped})
