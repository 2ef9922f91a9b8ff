"""The order to compare games with what the rating lists know of them."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from jobs.work_item import WorkItem


class RatingOrder(WorkItem):
    """Some games for one job to look at."""

    games = models.JSONField(_("games"))

    class Meta(WorkItem.Meta):
        verbose_name = _("order to hand over free games")
        verbose_name_plural = _("orders to hand over free games")

    def __str__(self) -> str:
        return f"{self.pk}"
