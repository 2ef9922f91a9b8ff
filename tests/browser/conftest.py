"""Chromium against a live server. Every test also fails on errors in the console and on requests that fail."""

import os
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Request,
    expect,
    sync_playwright,
)
from pytest_django.live_server_helper import LiveServer

from games.models import Game
from players.models import User
from scripts.install import find_program
from tests.browser.pages import DESK, PATIENCE, PHONE, OpenBrowser
from tests.browser.tournament_cast import Cast, make_cast, running_worker
from tests.engine.barragoon.boards import board
from tests.games.replay.stored_games import annotated_game, stored, stratego_game
from tests.templates.inventory import furnish

# Playwright keeps an event loop running in this thread; Django would refuse to touch the database beside it.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

# Debian's Chromium without the parts that draw a window: the pages are the same, and looking at them takes less.
CHROMIUM = find_program("chromium-headless-shell")
expect.set_options(timeout=PATIENCE)

# Only where a test takes the connection away.
OFFLINE = "net::ERR_INTERNET_DISCONNECTED"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.django_db(transaction=True))


@pytest.fixture(scope="session")
def browser() -> Generator[Browser, None, None]:
    switches = [
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
    ]
    if os.geteuid() == 0:
        switches.append("--no-sandbox")
    # Playwright would look for one of its own.
    assert CHROMIUM, "chromium-headless-shell is not on PATH: call make setup."
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=switches)
        yield chromium
        chromium.close()


@pytest.fixture
def open_browser(browser: Browser, live_server: LiveServer) -> Generator[OpenBrowser, None, None]:
    """Open pages in browsers of their own: `open_browser(viewport=PHONE, has_touch=True, java_script_enabled=False)`.

    `expected` are statuses above 400 that the test is about; Chromium reports them as errors in the console.
    """
    contexts: list[BrowserContext] = []
    problems: list[str] = []

    def opened(*, expected: tuple[int, ...] = (), **options: Any) -> Page:
        options.setdefault("viewport", DESK)
        context = browser.new_context(base_url=live_server.url, **options)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()

        def console(message: ConsoleMessage) -> None:
            announced = any(f"status of {status} " in message.text for status in expected)
            # htmx complains of what the browser ends when a page is left; of what fails it says htmx:sendError as well.
            left = message.text.startswith(("htmx:afterRequest, ", "htmx:sendAbort"))
            if (
                message.type in ("error", "warning")
                and not announced
                and not left
                and OFFLINE not in message.text
            ):
                problems.append(f"{page.url}: {message.text}")

        def failed(request: Request) -> None:
            # Leaving a page ends what it was still asking for.
            if request.failure not in ("net::ERR_ABORTED", OFFLINE):
                problems.append(f"{page.url}: {request.url} {request.failure}")

        page.on("console", console)
        page.on("pageerror", lambda error: problems.append(f"{page.url}: {error}"))
        page.on("requestfailed", failed)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert problems == []


@pytest.fixture
def page(open_browser: OpenBrowser) -> Page:
    return open_browser()


@pytest.fixture
def phone(open_browser: OpenBrowser) -> Page:
    return open_browser(viewport=PHONE, has_touch=True, is_mobile=True)


@pytest.fixture
def agnes(transactional_db: None) -> User:
    return furnish()


CAPTURE = board("Vb1", "zd3", "zg9", "(NE)d5", "Zf2", reserve=24)


@pytest.fixture
def game(transactional_db: None) -> Game:
    return annotated_game()


@pytest.fixture
def attacks(transactional_db: None) -> Game:
    return stratego_game()


@pytest.fixture
def capture(transactional_db: None) -> Game:
    return stored(f'[Game "Barragoon"]\n[Position "{CAPTURE}"]\n\nb1xd3/X@a4/NS@g6 *')


@pytest.fixture
def cast(open_browser: OpenBrowser, transactional_db: None) -> Cast:
    return make_cast(open_browser)


@pytest.fixture
def worker(transactional_db: None, tmp_path: Path) -> Iterator[None]:
    with running_worker(tmp_path):
        yield
