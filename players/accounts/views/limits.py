"""Pages of django-allauth whose forms may be sent so often and no oftener."""

from collections.abc import Sequence
from typing import Any, Final

from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, HttpResponseBase

from core.web import rate_limits
from core.web.rate_limits import RateLimit
from core.web.refusals import too_many_requests
from players.accounts import policies
from players.accounts.services import sign_in_limits
from players.models import User

# Django's views of forms would take PUT for POST.
FORM_METHODS: Final = ["get", "head", "post", "options"]


class LimitedFormMixin:
    """Put before the view. Each form that is sent counts; past a limit the page says when to come again."""

    http_method_names = FORM_METHODS
    request: HttpRequest
    template_name: str

    def limits(self) -> Sequence[tuple[RateLimit, str]]:
        """What is counted, and about whom."""
        return [(policies.PASSWORD_BY_ACCOUNT, str(self.request.user.pk))]

    def refused_context(self) -> dict[str, Any]:
        """What the page needs besides its form."""
        return {}

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        wait = rate_limits.longest_wait(self.limits()) or self._wait_of_owner()
        if wait:
            return too_many_requests(
                request, self.template_name, form=self._empty_form(), wait=wait, **self.refused_context()
            )
        answer: HttpResponseBase = super().post(request, *args, **kwargs)  # type: ignore[misc]
        return answer

    def form_invalid(self, form: BaseForm) -> HttpResponse:
        """A wrong password for one's own account is a guess as well."""
        owner = self.request.user
        if isinstance(owner, User) and form.has_error("present_password"):
            sign_in_limits.count_failure(self.request, email=owner.email)
        answer: HttpResponse = super().form_invalid(form)  # type: ignore[misc]
        return answer

    def _wait_of_owner(self) -> int:
        owner = self.request.user
        return (
            sign_in_limits.seconds_to_wait(self.request, email=owner.email) if isinstance(owner, User) else 0
        )

    def _empty_form(self) -> BaseForm:
        kwargs = self.get_form_kwargs()  # type: ignore[attr-defined]
        for name in ("data", "files"):
            kwargs.pop(name, None)
        form: BaseForm = self.get_form_class()(**kwargs)  # type: ignore[attr-defined]
        return form
