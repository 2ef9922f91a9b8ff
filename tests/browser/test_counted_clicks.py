"""The walk of an organiser and an arbiter with every click counted: a tournament day leaves no time for more."""

from datetime import UTC, datetime
from typing import Final

import pytest
from playwright.sync_api import Locator, Page, expect

from players.clubs.services.members import add_member
from players.people.services.people import create_person
from tests.browser.tournament_cast import ORGANISER, Cast
from tournaments.models import Entry, Event, Pairing, Round, RoundState

pytestmark = [pytest.mark.timeout(300), pytest.mark.usefixtures("worker")]

# With the organiser and the arbiter there are sixteen.
MEMBERS: Final = tuple(
    f"{first} {last}"
    for last in ("Falk", "Ruiz")
    for first in ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gil")
)
TYPED: Final = "10=10=01"
MEANING: Final = {"1": "1-0", "0": "0-1", "=": "1/2-1/2"}


class Clicks:
    """All clicks of the walk go through here."""

    def __init__(self, page: Page) -> None:
        self.page, self.count = page, 0

    def button(self, name: str) -> None:
        self._click(self.page.get_by_role("main").get_by_role("button", name=name, exact=True))

    def link(self, name: str) -> None:
        self._click(self.page.get_by_role("main").get_by_role("link", name=name, exact=True).first)

    def _click(self, target: Locator) -> None:
        self.count += 1
        target.click()

    def since_last(self) -> int:
        count, self.count = self.count, 0
        return count


def test_from_the_page_of_the_club_to_the_second_round(cast: Cast) -> None:
    for name in MEMBERS:
        add_member(actor=None, club=cast.club, person=create_person(actor=None, name=name))
    page = cast.at_a_desk(ORGANISER)
    page.goto(cast.club.get_absolute_url())
    clicks = Clicks(page)

    clicks.link("New event")
    page.get_by_label("Name of the event").fill("Club evening")
    page.get_by_label("First day").fill(datetime.now(UTC).date().isoformat())
    clicks.button("Create draft")
    clicks.button("Open for entries")
    clicks.link("Enter members")
    clicks.button("Everybody is here")
    clicks.link("Start …")
    clicks.button("Start with this order")
    clicks.button("Pair round 1")
    clicks.button("Publish")
    expect(page.get_by_text("Round 1 is published.")).to_be_visible()
    assert clicks.since_last() <= 9
    event = Event.objects.get()
    assert event.starts_on == event.ends_on
    assert Entry.objects.filter(checked_in_at__isnull=False).count() == 16

    page.get_by_role("link", name="Enter results").click()
    expect(page.locator(".result-row select").first).to_be_focused()
    page.keyboard.type(TYPED, delay=50)
    expect(page.locator('.result-row[data-state="sent"]')).to_have_count(8)
    stored = Pairing.objects.order_by("board").values_list("result", flat=True)
    assert list(stored) == [MEANING[key] for key in TYPED]
    assert clicks.since_last() == 0

    clicks.button("Close round and pair the next")
    clicks.button("Publish")
    expect(page.get_by_text("Round 2 is published.")).to_be_visible()
    assert clicks.since_last() == 2
    assert list(Round.objects.order_by("number").values_list("state", flat=True)) == [
        RoundState.CLOSED,
        RoundState.PUBLISHED,
    ]
