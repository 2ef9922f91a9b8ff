"""People in the browser: entering with a near match, a table with progress, claims, merges, the search by keyboard."""

import pytest
from playwright.sync_api import Page, expect

from jobs import services as jobs
from players.models import (
    Club,
    Membership,
    MembershipOffer,
    PeopleImport,
    PeopleUpload,
    Person,
    ProfileClaim,
    User,
)
from players.people.services.merges import plan_merge
from players.people.services.people import create_person
from tests.browser.pages import sign_in
from tests.templates.people import LISTED


def work(item: PeopleUpload | PeopleImport, kind: str) -> None:
    jobs.perform(kind_name=kind, pk=item.pk, message_id="browser")


def test_somebody_near_is_offered_and_chosen(phone: Page, agnes: User) -> None:
    known = create_person(actor=None, name="Rosa Roth", listed=True)
    sign_in(phone)
    phone.goto("/people/enter/lapwing/")
    phone.get_by_label("Name", exact=True).fill("Rosa Rot")
    phone.get_by_role("button", name="Add", exact=True).click()
    expect(phone.get_by_text("Is it one of these?")).to_be_visible()

    phone.get_by_label("Rosa Roth").check()
    phone.get_by_role("button", name="Continue").click()

    expect(phone.get_by_role("heading", name="Rosa Roth")).to_be_visible()
    assert MembershipOffer.objects.get(person=known).club.slug == "lapwing"


def test_a_table_is_read_decided_and_entered_with_progress(page: Page, agnes: User) -> None:
    sign_in(page)
    page.goto("/people/import/lapwing/")
    page.get_by_label("Paste the table").fill("Name;Land\nHugo de Vries;NL\nEtienne Vauqelin;FR\nNobody;XX")
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_role("progressbar", name="Reading the table …")).to_be_visible()
    upload = PeopleUpload.objects.latest("created_at")
    work(upload, "read people")

    expect(page.get_by_role("heading", name="Preview of the table")).to_be_visible()  # by itself
    expect(page.get_by_text("“XX” is not a country we know.")).to_be_visible()
    page.get_by_label("No, a new person").check()
    page.get_by_role("button", name="Save decisions").click()
    page.get_by_role("button", name="Add 2 people").click()
    expect(page.get_by_role("progressbar", name="Adding people …")).to_be_visible()
    work(PeopleImport.objects.get(upload=upload), "enter people")

    expect(page.get_by_role("heading", name="Import finished")).to_be_visible()
    assert set(Person.objects.filter(name__in=["Hugo de Vries", "Etienne Vauqelin"]).values_list("country")) == {
        ("NL",), ("FR",),
    }  # fmt: skip


def test_a_profile_is_claimed_and_approved(page: Page, agnes: User) -> None:
    Person.objects.filter(account=agnes).update(account=None)
    ProfileClaim.objects.all().delete()
    User.objects.filter(pk=agnes.pk).update(is_staff=True)
    sign_in(page)
    page.goto(f"/people/{LISTED}/")
    page.get_by_role("link", name="That’s me").click()
    page.get_by_label("A few words to the organiser").fill("I am Étienne.")
    page.get_by_role("button", name="Yes, that’s me").click()
    page.goto("/people/claims/")
    page.get_by_role("button", name="Approve").click()

    expect(page.get_by_role("status")).to_contain_text(
        "The claim to the profile of Étienne Vauquelin is approved."
    )
    assert Person.objects.get(account=agnes).pk == LISTED


def test_two_profiles_are_merged_and_the_merge_undone(phone: Page, agnes: User) -> None:
    double = create_person(actor=None, name="Etienne Vauqelin", country="FR")
    Membership.objects.create(person=double, club=Club.objects.get(slug="lapwing"))
    sign_in(phone)
    phone.goto(f"/people/{LISTED}/")
    phone.get_by_role("link", name="Merge", exact=True).click()
    phone.locator(".row", has_text="Etienne Vauqelin").get_by_role("link").click()
    (move,) = plan_merge(Person.objects.get(pk=LISTED), double).moves
    expect(phone.get_by_role("listitem").filter(has_text=move)).to_be_visible()
    phone.get_by_role("button", name="Merge").click()
    phone.goto(double.get_absolute_url())
    expect(phone).to_have_url(f"{phone.url.split('/people/')[0]}/people/{LISTED}/")

    phone.locator(".row", has_text="Etienne Vauqelin").get_by_role("button").click()

    expect(phone.get_by_role("status")).to_contain_text("The merge is undone")
    phone.goto(double.get_absolute_url())
    expect(phone.get_by_role("heading", name="Etienne Vauqelin")).to_be_visible()


def test_the_search_works_by_keyboard_alone(page: Page, agnes: User) -> None:
    page.goto("/clubs/")
    page.keyboard.press("/")
    field = page.get_by_role("combobox", name="Search people, clubs, events and games")
    expect(field).to_be_focused()
    page.keyboard.type("etienne")
    option = page.get_by_role("option", name="Étienne Vauquelin")
    expect(option).to_be_visible()

    page.keyboard.press("Escape")
    expect(option).to_be_hidden()
    page.keyboard.press("ArrowDown")
    expect(option).to_have_attribute("aria-selected", "true")
    expect(field).to_have_attribute("aria-activedescendant", "suggestion-people-1")
    page.keyboard.press("Enter")

    expect(page.get_by_role("heading", name="Étienne Vauquelin")).to_be_visible()


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
def test_the_key_is_not_taken_from_those_who_type(
    page: Page, open_browser: object, agnes: User, scripts: bool
) -> None:
    if not scripts:
        page = open_browser(java_script_enabled=False)  # type: ignore[operator]
    page.goto("/search/")
    page.locator("#search-text").focus()
    page.keyboard.type("etienne/")
    expect(page.locator("#search-text")).to_have_value("etienne/")
    page.keyboard.press("Enter")

    expect(page.get_by_role("main").get_by_role("link", name="Étienne Vauquelin")).to_be_visible()
