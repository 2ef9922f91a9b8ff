"""What can happen to rating lists, as the history tells it."""

from django.utils.translation import gettext_lazy as _

from audit.actions import register

POOL_CREATED = register("rating_pool.created", _("%(actor)s opened the rating pool %(target)s"))
POOL_CHANGED = register("rating_pool.changed", _("%(actor)s changed the rules of the rating pool %(target)s"))
RECOMPUTATION_ASKED = register(
    "rating_pool.recomputation_asked", _("%(actor)s had the ratings of %(target)s computed anew")
)
HANDED_OVER = register(
    "rated_results.handed_over", _("%(actor)s handed the results of %(target)s over for rating")
)
TAKEN_BACK = register(
    "rated_results.taken_back", _("%(actor)s took the results of %(target)s back from rating")
)
CORRECTED = register("rated_results.corrected", _("%(actor)s corrected the rated results of %(target)s"))
