"""How often clubs are founded, people invited and requests made."""

from typing import Final

from players.accounts.rate_limits import RateLimit

CLUBS_BY_ACCOUNT: Final = RateLimit("clubs-account", 10)
# A club enters a season's beginners on one evening, but mails to strangers are not a toy.
INVITATIONS_BY_ACCOUNT: Final = RateLimit("invitations-account", 60)
INVITATIONS_BY_CLUB: Final = RateLimit("invitations-club", 100)
INVITATIONS_BY_ADDRESS: Final = RateLimit("invitations-address", 5)
REQUESTS_BY_ACCOUNT: Final = RateLimit("join-requests-account", 10)
