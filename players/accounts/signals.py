"""What happens to accounts, for packages that keep something beside a session."""

from django.dispatch import Signal

# `account`, and `sessions`: what was kept in those that were ended from elsewhere.
sessions_ended = Signal()
