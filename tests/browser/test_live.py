"""Boards that are followed while they are recorded: on the event's page, in large, on the projector, on a phone."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from games.live.presenters import looks
from games.models import Recording, RecordingStep
from games.recorder.services.steps import add_steps
from players.models import User
from tests.browser.accessibility import violations_by_day_and_night
from tests.browser.pages import PHONE
from tests.engine.stratego.gravon.files import BLUE_SETUP, SETUP
from tests.games.recorder.steps import chain, enter
from tests.templates.inventory import create_agnes
from tests.tournaments.builders import make_event, make_round, make_section
from tournaments.event_records import target_pairing
from tournaments.models import EventState, Pairing

SETUPS = (("setup", f"0 {SETUP}"), ("setup", f"1 {BLUE_SETUP}"))


@pytest.fixture
def agnes(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> User:
    monkeypatch.setattr(looks, "PAUSE", 0)
    return create_agnes()


def boards(game: str, count: int) -> list[Pairing]:
    event = make_event(state=EventState.RUNNING, game=game, live_boards="on")
    games = [(number, number + count, "") for number in range(1, count + 1)]
    return list(make_round(make_section(event, players=2 * count), 1, games).pairings.order_by("board"))


def record(agnes: User, board: Pairing, game: str, *said: tuple[str, str] | str) -> Recording:
    recording = Recording.objects.create(account=agnes, kind=game, meant_for=target_pairing(board))
    enter(recording, *said)
    return recording


def go_on(recording: Recording, *said: tuple[str, str] | str) -> None:
    last = RecordingStep.objects.filter(recording=recording).latest("pk")
    steps = chain(*said, parent=last.key, number=last.number)
    add_steps(actor=recording.account, recording=recording, steps=steps)


def pieces(page: Page, within: str) -> list[str]:
    """Where the symbols of the pieces are drawn."""
    return page.locator(f"{within} svg [data-layer=pieces] use").evaluate_all(
        "all => all.map((one) => [one.getAttribute('href'), one.getAttribute('x'), one.getAttribute('y')].join(' '))"
    )


def test_a_wall_of_boards_follows_the_games_and_one_is_shown_in_large(page: Page, agnes: User) -> None:
    one, other, _unseen = boards("barragoon", 3)
    recording = record(agnes, one, "barragoon", "c2-b2")
    event = one.round.section.event
    page.goto(reverse("event", args=[event.pk]))
    expect(page.locator("[data-live-wall][data-ready]")).to_be_visible()
    expect(page.locator("[data-live-board]")).to_have_count(1)

    go_on(recording, "d8-d5")
    record(agnes, other, "barragoon", "d2-d4")
    small = page.locator(f'[data-live-board="{one.pk}"]')
    expect(small).to_have_attribute("data-plies", "2")
    expect(page.locator("[data-live-board]")).to_have_count(2)
    expect(small.locator("[data-words]")).to_contain_text("d8")
    page.goto(reverse("live-boards", args=[event.pk]))

    page.locator(f'[data-live-board="{one.pk}"] a').click()
    expect(page.locator("[data-live-game][data-ready]")).to_be_visible()
    words = page.locator("[data-words]")
    go_on(recording, "d2-f3", "d5xb6/NS@f2")
    expect(page.locator("[data-moves] li")).to_have_count(4)
    expect(words).to_contain_text("b6")
    page.locator("[data-first]").click()
    expect(words).to_have_text("The game has not begun.")
    # Whoever looks back is left there while the game goes on.
    go_on(recording, "b2xb4/NW@a1", ("resign", "1"))
    expect(page.locator("[data-moves] li")).to_have_count(5)
    expect(words).to_have_text("The game has not begun.")
    page.locator("[data-last]").click()
    expect(words).to_contain_text("resigned")

    page.goto(reverse("live-projector", args=[event.pk]))
    expect(page.locator("[data-live-large]")).to_be_visible()
    assert violations_by_day_and_night(page) == []


def test_a_spectator_follows_stratego_on_a_phone_without_seeing_what_is_hidden(
    phone: Page, agnes: User
) -> None:
    [board] = boards("stratego", 1)
    recording = record(agnes, board, "stratego", *SETUPS, "a4-a5")
    seen: list[str] = []
    phone.on("response", lambda answer: seen.append(answer.text()) if "live" in answer.url else None)
    phone.goto(reverse("live-board", args=[board.round.section.event_id, board.pk]))
    expect(phone.locator("[data-live-game][data-ready]")).to_be_visible()

    go_on(recording, "j7-j6")
    expect(phone.locator("[data-moves] li")).to_have_count(2)

    shown = {piece.split()[0] for piece in pieces(phone, "[data-picture]")}
    assert shown == {"#stratego-red-hidden", "#stratego-blue-hidden", "#stratego-moved"}
    assert all(setup not in text for text in seen for setup in (SETUP, BLUE_SETUP))
    assert violations_by_day_and_night(phone) == []
    phone.set_viewport_size(PHONE)
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
