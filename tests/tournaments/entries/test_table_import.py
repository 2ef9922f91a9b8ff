"""Pasted tables of players: what each line would do, and that the second step does just that."""

import pytest
from pytest_django import DjangoAssertNumQueries

from audit.selectors import history_of
from core.errors import Refused
from players.models import Membership, Person, Role, User
from players.people.selectors.table_rows import read_row
from players.people.selectors.tables import read_table
from players.people.services.people import create_person
from tests.tournaments.builders import make_event, make_section
from tournaments.entries.services.details import clean_rating
from tournaments.entries.services.registration import enter_person
from tournaments.entries.services.table_import import (
    ENTRY_COLUMNS,
    MAX_TABLE_BYTES,
    NEW_PERSON,
    ImportTable,
    import_players,
    read_player_table,
)
from tournaments.models import Entry, EventState, Section

TABLE = """Name;Rating;Verein;Kategorie;Bezahlt;Schuhgröße
Brandt, Agnes;1850;Tiles and Tales;women, U20;ja;39
Jan Pijl;;;;;44
Jan Pijll;1700;;;nein;
Nora Neu;1500;Rooks;;;
"""


@pytest.fixture
def agnes_brandt(section: Section) -> Person:
    """A member of the club that holds the event."""
    person = create_person(actor=None, name="Agnes Brandt")
    Membership.objects.create(club=section.event.club, person=person)
    return person


@pytest.fixture
def jan(db: None) -> Person:
    """Listed, and a member nowhere."""
    return create_person(actor=None, name="Jan Pijl", listed=True)


@pytest.fixture
def host(section: Section, organiser: User) -> User:
    """An organiser of the club, who sees its members."""
    person = create_person(actor=None, name="Olga Organiser", account=organiser)
    Membership.objects.create(club=section.event.club, person=person, role=Role.ORGANISER)
    return organiser


def matches(table: ImportTable) -> list[tuple[int, str, str, str]]:
    return [(row.line, row.name, str(row.match), row.problem) for row in table.rows]


def test_each_line_is_new_known_near_or_refused(
    section: Section,
    host: User,
    agnes_brandt: Person,
    jan: Person,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    with django_assert_num_queries(5):
        table = read_player_table(TABLE, section=section, actor=host)

    assert matches(table) == [
        (2, "Agnes Brandt", "known", ""),
        (3, "Jan Pijl", "near", ""),
        (4, "Jan Pijll", "near", ""),
        (5, "Nora Neu", "new", ""),
    ]
    assert table.rows[0].person == agnes_brandt
    assert table.rows[0].details == {
        "rating": 1850, "club_name": "Tiles and Tales", "categories": "women, U20", "fee_paid": True,
    }  # fmt: skip
    # The same name is offered too: somebody of that name may be somebody else.
    assert [row.candidates for row in table.rows[1:3]] == [[jan], [jan]]
    assert (table.unread, table.to_enter, table.undecided) == (["Schuhgröße"], 2, 2)


def test_the_second_step_enters_what_was_decided(
    section: Section, host: User, agnes_brandt: Person, jan: Person
) -> None:
    done = import_players(
        actor=host, section=section, text=TABLE, choices={3: str(jan.pk), 4: NEW_PERSON, 5: "nonsense"}
    )

    assert (len(done.entries), done.created, done.waiting) == (4, 2, 0)
    entries = {str(entry.person): entry for entry in Entry.objects.select_related("person")}
    assert set(entries) == {"Agnes Brandt", "Jan Pijl", "Jan Pijll", "Nora Neu"}
    assert (entries["Agnes Brandt"].person, entries["Jan Pijl"].person) == (agnes_brandt, jan)
    assert (entries["Agnes Brandt"].rating, entries["Agnes Brandt"].fee_paid) == (1850, True)
    assert entries["Nora Neu"].club_name == "Rooks"
    line = history_of(section.event)[0]
    assert str(line) == "Olga Organiser entered a table of players in Spring Open"
    assert sorted(line.after["players"]) == sorted(entry.person_id for entry in entries.values())


def test_what_is_not_decided_is_left_out(section: Section, host: User, jan: Person) -> None:
    done = import_players(actor=host, section=section, text="Name\nJan Pijll\nNora Neu", choices={})

    assert [str(entry.person) for entry in done.entries] == ["Nora Neu"]


def test_a_name_and_a_year_that_exist_elsewhere_are_no_link(section: Section, host: User) -> None:
    elsewhere = create_person(
        actor=None, name="Rosa Roth", listed=True, year_of_birth=1990, shows_year_of_birth=True
    )

    table = read_player_table("Name;Year\nRosa Roth;1990", section=section, actor=host)

    assert (table.rows[0].match, table.rows[0].person) == ("near", None)
    assert table.rows[0].candidates == [elsewhere]


def test_only_who_was_offered_can_be_chosen(section: Section, host: User, jan: Person) -> None:
    hidden = create_person(actor=None, name="Somebody Hidden")

    table = read_player_table("Name\nJan Pijll", section=section, actor=host, choices={2: str(hidden.pk)})

    assert (table.rows[0].person, table.to_enter) == (None, 0)


def test_who_played_with_the_club_before_is_found_again(section: Section, host: User) -> None:
    earlier = make_section(make_event(name="Last year", state=EventState.ARCHIVED), players=1)
    stranger = create_person(actor=None, name="Player 77")

    table = read_player_table("Name;Rating\nPlayer 01;\nPlayer 77;", section=section, actor=host)

    known = earlier.entries.get().person
    assert [person.pk for person in table.rows[0].candidates] == [known.pk]
    assert stranger not in table.rows[1].candidates


def test_nobody_is_entered_twice(section: Section, host: User, agnes_brandt: Person) -> None:
    enter_person(actor=host, section=section, person=agnes_brandt)

    table = read_player_table("Name\nAgnes Brandt\nNora Neu\nNeu, Nora", section=section, actor=host)

    assert matches(table) == [
        (2, "Agnes Brandt", "refused", "Already entered."),
        (3, "Nora Neu", "new", ""),
        (4, "Nora Neu", "refused", "The same person is in line 3."),
    ]


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("Nora Neu;x", "“x” is not a rating. Please give a whole number."),
        (";1500", "Name: There is no name."),
    ],
)
def test_a_line_that_cannot_be_used_says_why(section: Section, host: User, line: str, problem: str) -> None:
    table = read_player_table(f"Name;Rating\n{line}", section=section, actor=host)

    assert [row.problem for row in table.rows] == [problem]


def test_a_line_is_refused_in_the_words_of_what_refuses_it(section: Section, host: User) -> None:
    text = "Name;Rating\nNora Neu;1;2\nNora Neu;99999"
    table = read_table(text.encode())
    with pytest.raises(Refused) as too_high:
        clean_rating(99999)

    assert matches(read_player_table(text, section=section, actor=host)) == [
        (2, "Nora Neu 1 2", "refused", read_row(table, table.lines[0]).problem),
        (3, "Nora Neu", "refused", str(too_high.value)),
    ]


def test_a_plain_list_of_names_needs_no_heading_but_numbers_do(section: Section, host: User) -> None:
    assert matches(read_player_table("Nora Neu\nJan Pijl", section=section, actor=host)) == [
        (1, "Nora Neu", "new", ""),
        (2, "Jan Pijl", "new", ""),
    ]
    (row,) = read_player_table("Nora Neu, 1500", section=section, actor=host).rows
    assert "There is a number in the name" in row.problem


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("Name\n" + "Nora Neu\n" * 501, "At most 500 lines"),
        ("x" * (MAX_TABLE_BYTES + 1), "The table is too long"),
    ],
)
def test_what_is_too_long_is_refused(section: Section, host: User, text: str, sentence: str) -> None:
    with pytest.raises(Refused, match=sentence):
        read_player_table(text, section=section, actor=host)


@pytest.mark.parametrize("text", ["", "Name;Rating\n", "Rating;Club\n1500;x"])
def test_what_is_no_table_of_people_is_no_table_of_players(section: Section, host: User, text: str) -> None:
    with pytest.raises(Refused) as no_table:
        read_table(text.encode(), also=ENTRY_COLUMNS)

    with pytest.raises(Refused) as refused:
        read_player_table(text, section=section, actor=host)

    assert str(refused.value) == str(no_table.value)


def test_it_is_all_or_nothing(section: Section, host: User) -> None:
    Section.objects.filter(pk=section.pk).update(system="knockout")
    running = make_section(make_event(name="Running", state=EventState.FINISHED))

    with pytest.raises(Refused, match="The event is finished"):
        import_players(actor=host, section=running, text="Name\nNora Neu", choices={})
    with pytest.raises(Refused, match="There is nobody to enter"):
        import_players(actor=host, section=section, text="Name;Rating\nNora Neu;x", choices={})
    assert not Person.objects.filter(name="Nora Neu").exists()


def test_a_full_section_gets_a_waiting_list_in_the_order_of_the_table(section: Section, host: User) -> None:
    Section.objects.filter(pk=section.pk).update(entry_limit=1)

    done = import_players(actor=host, section=section, text="Name\nAnn\nBea\nCem", choices={})

    assert [entry.state for entry in done.entries] == ["confirmed", "waiting", "waiting"]
