"""The page where an account's owner chooses what to be told and how, and where its browsers and its feed are."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from core.errors import Refused
from core.web.access import SignedInRequest, sign_in_required
from players.accounts.services.mail import MAIL_KINDS, mail_choices_of, save_mail_choices
from players.models import Channel
from players.notifications import policies, selectors, services
from players.notifications.forms import BrowserForm, ChoicesForm
from players.notifications.receivers import MARK_COOKIE, SESSION_KEY

MARK_SECONDS = 400 * 24 * 60 * 60  # as long as browsers keep a cookie
LOCAL_NAMES = {"localhost", "127.0.0.1", "[::1]"}


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def choices_page(request: SignedInRequest) -> HttpResponse:
    account = request.user
    if request.method == "POST":
        form = ChoicesForm(request.POST)
        if form.is_valid():
            save_mail_choices(account=account, wanted=form.mails())
            for channel in Channel:
                services.save_channel_choices(account=account, channel=channel, wanted=form.told(channel))
            messages.success(request, _("Your choices are saved."))
            return redirect("mail-choices")
    told = selectors.channel_choices_of(account)
    browsers = list(selectors.browsers_of(account))
    context = {
        "form": ChoicesForm(initial=ChoicesForm.initial_of(mail_choices_of(account), told)),
        "mandatory": [kind for kind in MAIL_KINDS if not kind.optional],
        "is_secure": is_secure_context(request),
        "site_key": _public_key(),
        "browsers": browsers,
        "this_browser": next(
            (each.pk for each in browsers if each.pk == request.session.get(SESSION_KEY)), None
        ),
        **_feed_addresses(request, selectors.feed_token(account)),
    }
    return render(request, "notifications/choices.html", context)


def is_secure_context(request: HttpRequest) -> bool:
    """Whether browsers let a page that was reached like this show notifications: by https, or on the same machine."""
    host = request.get_host()
    return request.is_secure() or (host if host.endswith("]") else host.partition(":")[0]) in LOCAL_NAMES


def _public_key() -> str:
    """Empty where notifications are switched off."""
    if not settings.PUSH_KEY:
        return ""
    from jobs.web_push.requests import site_key  # large, and few pages need it

    key = site_key()
    return key.public if key else ""


def _feed_addresses(request: HttpRequest, token: str) -> dict[str, Any]:
    """The pages themselves belong to an app above this one."""
    if not token:
        return {}
    return {
        "feed_url": request.build_absolute_uri(reverse("personal-feed", args=[token])),
        "calendar_url": request.build_absolute_uri(reverse("personal-calendar", args=[token])),
    }


@sign_in_required
@require_POST
def add_browser(request: SignedInRequest) -> HttpResponse:
    """Asked by the script of the page: the answer is a sentence if it is refused."""
    if policies.BROWSERS_BY_ACCOUNT.seconds_to_wait(str(request.user.pk)):
        return _problem(_("That was often. Please try again in an hour."), status=429)
    form = BrowserForm(request.POST)
    if not form.is_valid():
        return _problem(_("Your browser sent keys that cannot be used. Please try again."))
    try:
        added = services.add_browser(
            account=request.user, **form.cleaned_data, user_agent=request.META.get("HTTP_USER_AGENT", "")
        )
    except Refused as refusal:
        return _problem(str(refusal))
    request.session[SESSION_KEY] = added.pk
    response = HttpResponse(status=204)
    response.set_cookie(
        MARK_COOKIE,
        services.browser_mark(added),
        max_age=MARK_SECONDS,
        secure=settings.HTTPS,
        httponly=True,
        samesite="Lax",
    )
    return response


def _problem(sentence: str, *, status: int = 400) -> JsonResponse:
    return JsonResponse({"problem": sentence}, status=status)


@sign_in_required
@require_POST
def remove_browser(request: SignedInRequest, pk: int) -> HttpResponse:
    found = selectors.browser_of(request.user, pk)
    if found is None:
        raise Http404(_("There is no such browser."))
    services.remove_browser(found)
    messages.success(request, _("That browser gets no more notifications."))
    return redirect("mail-choices")


@sign_in_required
@require_POST
def try_browsers(request: SignedInRequest) -> HttpResponse:
    if policies.TRIALS_BY_ACCOUNT.seconds_to_wait(str(request.user.pk)):
        messages.error(request, _("That was often. Please try again in an hour."))
        return redirect("mail-choices")
    count = selectors.browsers_of(request.user).count()
    if services.send_trial(account=request.user, path=reverse("mail-choices")):
        sentence = ngettext(
            "A notification is on its way to %(count)d browser.",
            "A notification is on its way to %(count)d browsers.",
            count,
        )
        messages.success(request, sentence % {"count": count})
    else:
        messages.info(request, _("There is no browser yet that gets notifications."))
    return redirect("mail-choices")


@sign_in_required
@require_POST
def renew_feed(request: SignedInRequest) -> HttpResponse:
    services.renew_feed(account=request.user)
    messages.success(request, _("Your feed and your calendar have a new address."))
    return redirect("mail-choices")


@sign_in_required
@require_POST
def remove_feed(request: SignedInRequest) -> HttpResponse:
    services.remove_feed(account=request.user)
    messages.success(request, _("Your feed and your calendar no longer have an address."))
    return redirect("mail-choices")
