"""The pages of an account: name, address, preferences, mails, its data, and deleting it."""

from collections.abc import Callable
from typing import Any, TypeVar

from django.contrib import messages
from django.contrib.auth import logout
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from core.errors import Refused
from core.web.access import SignedInRequest, sign_in_required
from core.web.panels import render_panels
from core.web.refusals import show_refusals, too_many_requests
from players.accounts import policies, selectors
from players.accounts.forms.settings import DeletionForm, NewEmailForm, PreferencesForm
from players.accounts.forms.sign_in import NameForm, OwnersForm
from players.accounts.jobs import request_export
from players.accounts.presenters import ACCOUNT_PAGE
from players.accounts.services import accounts, mail, preferences, sign_in_limits
from players.accounts.services.export_files import read_export
from players.accounts.services.mail import subscription_from_token

OwnersFormT = TypeVar("OwnersFormT", bound=OwnersForm)
GONE = 410


def handle_guarded_form(
    request: SignedInRequest,
    template: str,
    form_class: type[OwnersFormT],
    then: Callable[[OwnersFormT], HttpResponse],
    **context: Any,
) -> HttpResponse:
    """Show the form; when it comes back valid, answer with what `then` returns or refuses."""
    user = request.user
    if request.method != "POST":
        return render(request, template, {"form": form_class(user), **context})
    if wait := policies.PASSWORD_BY_ACCOUNT.seconds_to_wait(str(user.pk)):
        return too_many_requests(request, template, form=form_class(user), wait=wait, **context)
    if wait := sign_in_limits.seconds_to_wait(request, email=user.email):
        return too_many_requests(request, template, form=form_class(user), wait=wait, **context)
    form = form_class(user, request.POST)
    if form.is_valid():
        with show_refusals(form):
            return then(form)
    elif form.has_error("present_password"):
        sign_in_limits.count_failure(request, email=user.email)
    return render(request, template, {"form": form, **context})


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def account_page(request: SignedInRequest) -> HttpResponse:
    user = request.user
    form = NameForm(request.POST or None, initial={"display_name": user.display_name})
    if request.method == "POST" and form.is_valid():
        accounts.rename_account(user=user, display_name=form.cleaned_data["display_name"])
        messages.success(request, _("Your name is saved."))
        return redirect("account")
    context = {
        "form": form,
        "person": selectors.profile_of(user),
        "panels": render_panels(ACCOUNT_PAGE, request, user),
    }
    return render(request, "accounts/account.html", context)


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def change_email(request: SignedInRequest) -> HttpResponse:
    def ask(form: NewEmailForm) -> HttpResponse:
        email = form.cleaned_data["email"]
        accounts.request_email_change(account=request.user, email=email)
        messages.success(
            request,
            _("An e-mail is on its way to %(email)s. Your address changes when you follow its link.")
            % {"email": email},
        )
        return redirect("account")

    return handle_guarded_form(request, "accounts/change_email.html", NewEmailForm, ask)


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def confirm_email(request: SignedInRequest, token: str) -> HttpResponse:
    """Where the link in the mail leads. Looking changes nothing: programs that check mails look at links too."""
    email = accounts.email_from_token(token, account=request.user)
    context = {"email": email}
    if not email:
        # The same for a link of somebody else's as for one that never was.
        return render(request, "accounts/confirm_email.html", context, status=404)
    if request.method == "POST":
        try:
            accounts.change_email(account=request.user, email=email)
        except Refused as refusal:
            context["problem"] = str(refusal)
        else:
            messages.success(request, _("Your e-mail address is now %(email)s.") % {"email": email})
            return redirect("account")
    return render(request, "accounts/confirm_email.html", context)


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def delete_account(request: SignedInRequest) -> HttpResponse:
    def delete(form: DeletionForm) -> HttpResponse:
        accounts.delete_account(account=request.user, keep_name=form.keeps_name())
        logout(request)
        messages.success(request, _("Your account is deleted. Goodbye, and thank you for playing."))
        return redirect("home")

    return handle_guarded_form(
        request,
        "accounts/delete.html",
        DeletionForm,
        delete,
        clubs=accounts.clubs_blocking_deletion(request.user),
        person=selectors.profile_of(request.user),
    )


@sign_in_required
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
    preferences.save_preferences(account=user, **chosen)
    with translation.override(chosen["language"]):
        messages.success(request, _("Your choices are saved."))
    response = redirect("preferences")
    preferences.remember_language(response, chosen["language"])
    preferences.remember_theme(response, chosen["theme"])
    return response


@csrf_exempt  # mail programs post here for their users, by the secret in the address and nothing else (RFC 8058)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """Where the link at the end of a mail leads: works without signing in, and for one kind of mail only."""
    found = subscription_from_token(token)
    page = "accounts/stop_mail.html"
    if found is None:
        return render(request, page, status=GONE)
    stopped = request.method == "POST"
    if stopped:
        mail.save_mail_choices(account=found.account, wanted={found.kind.key: False})
    return render(request, page, {"kind": found.kind, "stopped": stopped})


@sign_in_required
@require_safe
def your_data_page(request: SignedInRequest) -> HttpResponse:
    return render(request, "accounts/your_data.html", {"export": selectors.latest_export(request.user)})


@sign_in_required
@require_POST
def request_data_export(request: SignedInRequest) -> HttpResponse:
    request_export(user=request.user)
    return redirect("data-export-state" if request.htmx else "your-data")


@sign_in_required
@require_safe
def data_export_state(request: SignedInRequest) -> HttpResponse:
    """The part of the account page that polls until the export is done."""
    if not request.htmx:
        return redirect("your-data")
    return render(
        request, "accounts/parts/data_export.html", {"export": selectors.latest_export(request.user)}
    )


@sign_in_required
@require_safe
def download_data_export(request: SignedInRequest, pk: int) -> HttpResponse:
    export = selectors.finished_export(request.user, pk)
    content = read_export(export) if export is not None else None
    if export is None or content is None:
        raise Http404(_("There is no such export, or it has been replaced by a newer one."))
    response = JsonResponse(content, json_dumps_params={"indent": 2, "ensure_ascii": False})
    response["Content-Disposition"] = f'attachment; filename="kiebitz-{export.created_at:%Y-%m-%d}.json"'
    return response
