"""What a service refuses stands on the form that asked for it: nothing that was typed is lost."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.forms import BaseForm

from players.errors import Refused


@contextmanager
def refusals_on(form: BaseForm) -> Iterator[None]:
    """`with refusals_on(form): …; return redirect(…)`, and after it the page with the form is rendered."""
    try:
        yield
    except Refused as refusal:
        form.add_error(None, str(refusal))
