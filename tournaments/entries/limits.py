"""How much there may be of what concerns entries, in one place."""

from typing import Final

from players.accounts.rate_limits import RateLimit
from tournaments.models import Entry

MOST_ENTRIES: Final = 2000
"""Of a section, withdrawn ones too."""
MOST_PAIRS_APART: Final = 500
MOST_CATEGORIES: Final = 12
HIGHEST_RATING: Final = 9999
"""A report file has four columns for it."""
LONGEST_CLUB: Final = int(Entry._meta.get_field("club_name").max_length or 0)
LONGEST_CATEGORIES: Final = int(Entry._meta.get_field("categories").max_length or 0)
LONGEST_NOTE: Final = int(Entry._meta.get_field("note").max_length or 0)
LONGEST_SEARCH: Final = 100
LONGEST_REASON: Final = 300
OFFERED_AT_MOST: Final = 10
MOST_ROWS_OF_A_TABLE: Final = 500
MOST_BYTES_OF_A_TABLE: Final = 200_000

# Signing up and withdrawing write mails.
SIGN_UPS_BY_ACCOUNT: Final = RateLimit("event-sign-ups-account", 30)
# A hall full of players shares one address; a secret of 96 bits is not found by trying.
CHECK_INS_BY_ADDRESS: Final = RateLimit("event-check-ins-address", 600)
