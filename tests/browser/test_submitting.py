"""An upload in the browser: its page follows the work by itself, with a bar, until every record has its fate.

Then a broken one is looked at on a phone.
"""

import pytest
from playwright.sync_api import Page, expect

from games.models import SubmissionSlice, Upload
from games.submissions import jobs as submission_jobs
from jobs import services
from jobs.kinds import kind_for
from jobs.models import WorkItem
from players.models import User
from tests.browser.pages import sign_in
from tests.games.records import BARRAGOON, BROKEN_VARIATION, STRATEGO
from tests.templates.inventory import create_agnes


@pytest.fixture
def agnes(transactional_db: None) -> User:
    """Her account is all that these pages are about; the furnished site takes longer."""
    return create_agnes()


def work(item: WorkItem) -> None:
    services.perform(kind_name=kind_for(item).name, pk=item.pk, message_id="browser")


def test_an_upload_is_followed_live_with_a_bar_until_all_is_checked(
    page: Page, agnes: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(submission_jobs, "MAX_RECORDS_PER_SLICE", 1)
    sign_in(page)
    page.goto("/games/submit/")
    records = f"{BARRAGOON}\n{BROKEN_VARIATION}\n{STRATEGO}".encode()
    page.get_by_label("Or a file").set_input_files(
        {"name": "evening.txt", "mimeType": "text/plain", "buffer": records}
    )
    page.get_by_role("button", name="Submit", exact=True).click()
    reading = page.get_by_role("progressbar", name="Reading the records …")
    expect(reading).to_be_visible()
    assert reading.get_attribute("max") is None  # nobody knows yet how many there are
    page.evaluate("window.isTheSamePage = true")
    upload = Upload.objects.get()

    work(upload)
    checking = page.get_by_role("progressbar", name="Checking the records")
    expect(checking).to_have_attribute("max", "3")
    expect(checking).to_have_attribute("value", "0")
    expect(page.get_by_text("0 of 3")).to_be_visible()

    third_record = page.get_by_role("link", name="Record 3")
    third_record.focus()
    first, second, third = SubmissionSlice.objects.order_by("pk")
    work(first)
    expect(checking).to_have_attribute("value", "1")
    expect(page.get_by_text("1 of 3")).to_be_visible()
    expect(third_record).to_be_focused()

    work(second)
    work(third)
    expect(page.get_by_role("status").locator(".notice--warning")).to_be_visible()  # one has errors
    expect(page.get_by_role("progressbar")).to_have_count(0)
    outcomes = page.get_by_role("row").filter(has=page.get_by_role("rowheader")).locator("td:nth-of-type(1)")
    expect(outcomes).to_have_text(["accepted", "with errors", "accepted"])
    assert page.evaluate("window.isTheSamePage") is True

    page.set_viewport_size({"width": 360, "height": 740})
    page.get_by_role("link", name="Record 2").click()
    marked = page.locator("mark")
    expect(marked).to_have_text("c6-c9")
    # Far to the right in its line, and in sight on a phone without scrolling.
    assert marked.evaluate(
        "mark => mark.getBoundingClientRect().right <= mark.closest('pre').getBoundingClientRect().right"
    )
