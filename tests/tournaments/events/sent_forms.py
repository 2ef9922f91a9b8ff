"""Forms of events as a browser sends them."""

from typing import Any

from django.test import Client


def fields_of(form: Any) -> dict[str, Any]:
    """What a browser would send that changes nothing."""
    sent = {}
    for bound in form:
        value = bound.value()
        if value is None or value is False:
            continue
        shown = bound.field.widget.format_value(value)
        if isinstance(shown, list):
            shown = shown[0] if shown else ""
        sent[bound.html_name] = "on" if value is True else "" if shown is None else shown
    return sent


def form_of(browser: Client, path: str, name: str = "form") -> dict[str, Any]:
    return fields_of(browser.get(path).context[name])
