"""What a token may be used for."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Scope(models.TextChoices):
    """What a token may be used for. More than its account may, none can."""

    READ = "read", _("read")
    SUBMIT = "submit", _("submit")
    ORGANISE = "organise", _("organise")
