"""What organisers tell those who follow an event."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.events.services.news import MAX_NEWS_LENGTH


class NewsForm(forms.Form):
    text = forms.CharField(
        label=_("What is new?"),
        help_text=_("Everybody reads it on the page of the event, with your name."),
        max_length=MAX_NEWS_LENGTH,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
