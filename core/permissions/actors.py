"""Who asks: an account, or a visitor without one. The model of accounts belongs to an app above this one.

The type checker takes it from the settings (AUTH_USER_MODEL), as it does for `request.user`.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from django.contrib.auth.models import _AnyUser as Actor
    from django.contrib.auth.models import _User as Account
else:
    Account = Actor = Any

__all__ = ["Account", "Actor"]
