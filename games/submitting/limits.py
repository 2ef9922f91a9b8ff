"""How much, how many and how often: the limits of submitting, from the settings, with their sentences."""

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.submitting.finding import SUFFIXES, suffix_of
from players.accounts.rate_limits import RateLimit
from players.accounts.refusal import in_words
from players.errors import Refused
from players.models import User

MEGABYTE = 1 << 20


class TooOften(Refused):
    """Too many uploads or corrections in an hour; `wait` is how many seconds to wait."""

    def __init__(self, message: str, wait: int) -> None:
        super().__init__(message)
        self.wait = wait


def check_size(size: int) -> None:
    if size == 0:
        raise Refused(_("There is nothing in it. Please paste records or choose another file."))
    most = settings.GAMES_MOST_UPLOAD_BYTES
    if size > most:
        raise Refused(
            _("That is too large: an upload may have %(most)d megabytes. Please send it in parts.")
            % {"most": most // MEGABYTE}
        )


def check_name(name: str) -> None:
    """An empty name is a pasted text's."""
    if name and suffix_of(name) not in SUFFIXES:
        raise Refused(
            _("Only files that end in .txt, .pgn, .xml, .gsn or .zip can be read, and “%(name)s” does not.")
            % {"name": name}
        )


def count_upload(account: User) -> None:
    """Count one more upload of this account, and refuse it if there were too many in this hour."""
    times = settings.GAMES_UPLOADS_PER_HOUR
    wait = RateLimit("games-upload", times).seconds_to_wait(str(account.pk))
    if wait:
        raise TooOften(
            ngettext(
                "You may send %(times)d upload an hour. Please try again %(when)s.",
                "You may send %(times)d uploads an hour. Please try again %(when)s.",
                times,
            )
            % {"times": times, "when": in_words(wait)},
            wait,
        )


def count_correction(account: User) -> None:
    """The same for a corrected record. One upload may have many that need it, so there may be more of them."""
    times = settings.GAMES_CORRECTIONS_PER_HOUR
    wait = RateLimit("games-correction", times).seconds_to_wait(str(account.pk))
    if wait:
        raise TooOften(
            ngettext(
                "You may correct %(times)d record an hour. Please try again %(when)s.",
                "You may correct %(times)d records an hour. Please try again %(when)s.",
                times,
            )
            % {"times": times, "when": in_words(wait)},
            wait,
        )
