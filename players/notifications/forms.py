"""The choices among mails, notifications and the feed, and what a browser says when it is added."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from jobs.web_push.endpoints import MAX_ENDPOINT_LENGTH
from players.accounts.services.mail import MAIL_KINDS, MailKind
from players.models import Channel

_COLUMNS = {"mail": gettext_lazy("E-mail"), **dict(Channel.choices)}


class ChoiceRow(NamedTuple):
    """A kind with its box for each way; None where it does not go."""

    kind: MailKind
    boxes: list[tuple[str, BoundField | None]]


class ChoicesForm(forms.Form):
    """A box for each kind and each way by which it can be told. Those of mails are called as the kind alone."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for kind in MAIL_KINDS:
            for way, label in _COLUMNS.items():
                if _goes(kind, way):
                    name = _("%(kind)s: %(way)s") % {"kind": kind.label, "way": label}
                    box = forms.CheckboxInput(attrs={"aria-label": name})
                    self.fields[_name(kind, way)] = forms.BooleanField(label=name, required=False, widget=box)

    @property
    def columns(self) -> list[str]:
        return [str(label) for label in _COLUMNS.values()]

    def rows(self) -> Iterator[ChoiceRow]:
        for kind in MAIL_KINDS:
            if any(_goes(kind, way) for way in _COLUMNS):
                yield ChoiceRow(
                    kind,
                    [
                        (str(label), self[_name(kind, way)] if _goes(kind, way) else None)
                        for way, label in _COLUMNS.items()
                    ],
                )

    def mails(self) -> dict[str, bool]:
        return {kind.key: self.cleaned_data[kind.key] for kind in MAIL_KINDS if _goes(kind, "mail")}

    def told(self, channel: Channel) -> dict[str, bool]:
        return {
            kind.key: self.cleaned_data[_name(kind, channel)] for kind in MAIL_KINDS if _goes(kind, channel)
        }

    @staticmethod
    def initial_of(mails: dict[str, bool], told: dict[Channel, dict[str, bool]]) -> dict[str, bool]:
        return mails | {
            f"{channel}.{key}": wanted for channel, choices in told.items() for key, wanted in choices.items()
        }


def _goes(kind: MailKind, way: str) -> bool:
    goes = {"mail": kind.by_mail, Channel.PUSH: kind.by_push, Channel.FEED: kind.by_feed}[way]
    return kind.optional and goes


def _name(kind: MailKind, way: str) -> str:
    return kind.key if way == "mail" else f"{way}.{kind.key}"


class BrowserForm(forms.Form):
    """As a browser describes its subscription."""

    endpoint = forms.CharField(max_length=MAX_ENDPOINT_LENGTH)
    p256dh = forms.CharField(max_length=100)
    auth = forms.CharField(max_length=40)
