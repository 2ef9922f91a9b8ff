"""The sections of a person's page and of a club's page, to which each app contributes its own."""

from typing import Final

from core.web.page_sections import PageSections
from players.models import Club, Person

PERSON_PAGE: Final = PageSections[Person]()
CLUB_PAGE: Final = PageSections[Club]()
