"""The server killed and the browser killed in the middle of a game: nothing is lost, nothing is there twice."""

import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, expect

from games.models import Recording, RecordingStep
from scripts.install import find_program
from tests.browser.pages import DESK, PATIENCE, wait_until
from tests.browser.recorder_pages import KEPT_STEPS, RecorderPage, new_draft, open_draft
from tests.config.nodes import WebNode
from tests.jobs.processes import database_url
from tests.templates.inventory import create_agnes


@pytest.fixture
def draft(transactional_db: None) -> Recording:
    return new_draft(create_agnes())


@pytest.fixture
def server(draft: Recording, tmp_path: Path) -> Iterator[WebNode]:
    """The site's real web server on the test's database, in a process of its own."""
    settings = {"DATABASE_URL": database_url(), "DEBUG": "1", "HTTPS": "0", "LOG_LEVEL": "WARNING"}
    node = WebNode("web", tmp_path / "web", settings)
    node.start()
    node.wait()
    yield node
    node.close()


def open_browser_with(profile: Path, browser: Browser, server: WebNode) -> BrowserContext:
    """A browser of its own, which keeps what it has in this folder."""
    context = browser.browser_type.launch_persistent_context(
        str(profile),
        executable_path=find_program("chromium-headless-shell"),
        args=["--no-sandbox"] if os.geteuid() == 0 else [],
        base_url=f"http://127.0.0.1:{server.port}",
        viewport=DESK,
    )
    context.set_default_timeout(PATIENCE)
    return context


def kill_browser(profile: Path) -> None:
    """As when the phone's battery is empty: only the one with this folder."""
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            words = (folder / "cmdline").read_bytes().split(b"\0")
            if f"--user-data-dir={profile}".encode() in words:
                os.kill(int(folder.name), signal.SIGKILL)


def test_server_and_browser_are_killed_in_the_middle_and_the_game_goes_on(
    browser: Browser, server: WebNode, draft: Recording, tmp_path: Path
) -> None:
    profile = tmp_path / "profile"
    context = open_browser_with(profile, browser, server)
    page = context.new_page()
    open_draft(page, draft)
    device = RecorderPage(page)
    device.type_moves("c2c4", "c8c6")
    server.stop(signal.SIGKILL)  # whether or not it has stored the second one
    device.type_moves("b1a3", "b9a7")
    device.expect_plies(4)
    expect(page.locator("[data-sent]")).to_have_attribute("data-state", "waiting")
    wait_until(page, KEPT_STEPS.replace("COUNT", "4"))

    kill_browser(profile)
    with suppress(Error):
        context.close()
    server.start()
    server.wait()
    context = open_browser_with(profile, browser, server)
    context.clear_cookies()
    page = context.new_page()
    open_draft(page, draft)
    device = RecorderPage(page)
    device.expect_plies(4)
    device.type_moves("e2e4")
    device.expect_plies(5)
    device.expect_sent()
    context.close()

    steps = RecordingStep.objects.filter(recording=draft).order_by("number", "pk")
    assert list(steps.values_list("number", "text")) == [
        (1, "c2-c4"),
        (2, "c8-c6"),
        (3, "b1-a3"),
        (4, "b9-a7"),
        (5, "e2-e4"),
    ]
