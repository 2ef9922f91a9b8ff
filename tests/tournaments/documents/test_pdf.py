"""PDF files, read back: names in every script, and nothing that is not public."""

import io

import pytest
from pypdf import PdfReader

from engine.barragoon.board import FACES
from tests.tournaments.builders import make_event, make_round, make_section
from tests.tournaments.documents.builders import NAMES, swiss
from tournaments.documents.presenters import pdf_lists
from tournaments.documents.presenters.certificates import certificates, place_cards
from tournaments.documents.presenters.round_bundle import result_slips, round_bundle
from tournaments.documents.presenters.score_sheets import score_sheets
from tournaments.models import Entry, EntryState, EventState, FinalTable, PairingSystem
from tournaments.tables.selectors.standings import build_final_table

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def pages(data: bytes) -> list[str]:
    return [page.extract_text() for page in PdfReader(io.BytesIO(data)).pages]


def lines(data: bytes) -> list[str]:
    return [line.strip() for page in pages(data) for line in page.splitlines()]


def letters(data: bytes) -> str:
    """The text without blanks: a reader may see one where the font changes."""
    return "".join("".join(pages(data)).split())


@pytest.mark.parametrize("name", NAMES.values())
def test_every_script_can_be_read(name: str) -> None:
    section = swiss()

    for data in (pdf_lists.standings(section), place_cards(section), certificates(section)):
        assert name.replace(" ", "") in letters(data)


def test_all_fonts_are_in_the_file() -> None:
    page = PdfReader(io.BytesIO(pdf_lists.standings(swiss()))).pages[0]
    fonts = page["/Resources"]["/Font"].values()  # type: ignore[index]
    names = {str(font.get_object()["/BaseFont"]).partition("+")[2] for font in fonts}

    embedded = {"DejaVuSans", "DejaVuSans-Bold", "DroidSansFallback", "Vollkorn-SemiBold"}
    assert {name for name in names if name} == embedded


def size_of(wanted: str, data: bytes) -> float:
    """Of the type in which a text is set on the first page."""
    found: list[float] = []

    def visit(text: str, _cm: object, _tm: object, _font: object, size: float) -> None:
        if wanted in text:
            found.append(size)

    PdfReader(io.BytesIO(data)).pages[0].extract_text(visitor_text=visit)
    return found[0]


@pytest.mark.parametrize(("players", "size"), [(8, 19), (60, 12.5), (140, 11)])
def test_a_list_for_the_wall_fills_its_page_and_names_stay_on_one_line(players: int, size: float) -> None:
    section = make_section(make_event(state=EventState.RUNNING), players=players)
    half = players // 2
    make_round(section, 1, [(rank, rank + half, "") for rank in range(1, half + 1)])

    data = pdf_lists.pairings_by_board(section, 1)

    assert size_of("Player 01", data) == size
    assert len(pages(data)) == 1 + (players > 100)


def test_what_a_round_needs_on_paper_is_one_file() -> None:
    section = make_section(make_event(state=EventState.RUNNING), players=14)
    make_round(section, 1, [(rank, rank + 7, "") for rank in range(1, 8)])

    slips = pages(result_slips(section, 1))
    bundle = pages(round_bundle(section, 1))

    assert len(slips) == 2  # seven games, six on a page
    assert "Board 7" in slips[1]
    assert "Player 07" in slips[1]
    assert len(bundle) == 1 + 1 + 2 + 14
    assert "Pairings of round 1" in bundle[0]
    assert "Round 1 by name" in bundle[1]
    assert "Board 1" in bundle[2]
    assert "Player 14" in bundle[-1]
    assert pages(result_slips(make_section(section.event, name="B"), 1)) == [""]


def test_pairings_by_board_have_points_results_and_byes() -> None:
    text = lines(pdf_lists.pairings_by_board(swiss(), 2))

    assert "Pairings of round 2" in text
    assert "Spring Open · Main · Old mill · 2 May 2026" in text
    assert [line for line in text if line.startswith(("=HYPERLINK", "Player 07"))] == [
        "=HYPERLINK(1) (1)",
        "Player 07 (1)",
    ]
    assert "0–1" in text
    assert "half-point bye" in text


def test_pairings_by_name_are_sorted_and_name_the_opponent() -> None:
    section = make_section(make_event(state=EventState.RUNNING), players=4)
    for number, name in enumerate(("Zora", "Anna", "Mia", "Ben"), start=1):
        person = section.entries.get(starting_rank=number).person
        person.name = person.sort_name = name
        person.sort_key = name.lower()
        person.save()
    make_round(section, 1, [(1, 3, ""), (4, 2, "")])

    text = lines(pdf_lists.pairings_by_name(section, 1))

    assert text[text.index("Anna") : text.index("Anna") + 16] == [
        "Anna", "2", "Brown", "Ben",
        "Ben", "2", "White", "Anna",
        "Mia", "1", "Brown", "Zora",
        "Zora", "1", "White", "Mia",
    ]  # fmt: skip


def test_standings_have_ranks_points_and_what_the_codes_mean() -> None:
    text = lines(pdf_lists.standings(swiss()))

    assert "Standings after round 2" in text
    assert "BH-C1: Buchholz, without the lowest" in text
    assert "Page 1" in text


def test_the_final_table_is_called_so() -> None:
    section = swiss()
    FinalTable.objects.create(section=section, table=build_final_table(section))
    section.event.state = EventState.FINISHED

    assert "Final table" in lines(pdf_lists.standings(section))


def test_a_long_table_goes_on_with_its_head_on_the_next_page() -> None:
    section = make_section(make_event(state=EventState.RUNNING), players=80)

    made = pages(pdf_lists.standings(section))

    assert len(made) == 4
    assert ["Name" in page for page in made] == ["Player" in page for page in made]
    assert sum("Player" in page for page in made) == 3
    assert "Page 3" in made[2]


def test_a_crosstable_has_the_cells_of_the_page() -> None:
    text = lines(pdf_lists.crosstable(swiss()))

    assert "4w1" in text
    assert "6b+" not in text
    assert "3b+" in text
    assert "bye ½" in text


def test_a_large_round_robin_fits_on_its_paper() -> None:
    section = make_section(
        make_event(state=EventState.RUNNING), players=24, system=PairingSystem.ROUND_ROBIN, tie_breaks="SB"
    )
    make_round(section, 1, [(board, 25 - board, "1-0") for board in range(1, 13)])

    assert lines(pdf_lists.crosstable(section)).count("×") == 24


def test_there_is_a_score_sheet_for_each_player_of_each_game() -> None:
    made = pages(score_sheets(swiss(), 2))

    assert len(made) == 6
    assert "Round 2 · Board 1 · 2 May 2026" in made[0]
    assert "=HYPERLINK(1)" in made[0]
    assert "60" in made[0].splitlines()


def test_a_score_sheet_of_barragoon_has_the_codes_of_all_faces() -> None:
    text = pages(score_sheets(swiss(), 1))[0].splitlines()

    assert [face.code for face in FACES if face.code not in text] == []
    assert "two ways, north and south" in text
    assert "b1xb5/NE@d4" in text


def test_the_faces_are_drawn_as_shapes() -> None:
    page = PdfReader(io.BytesIO(score_sheets(swiss(), 1))).pages[0]

    assert len(page.images) == 0
    content = page.get_contents()
    assert content is not None
    # Each of the eight turns and the four corners of "all turns" bends.
    assert content.get_data().count(b" c\n") + content.get_data().count(b" c ") >= 8 * 2 + 4


def test_a_score_sheet_of_stratego_has_board_and_letters() -> None:
    text = pages(score_sheets(swiss(game="stratego"), 1))[0].splitlines()

    assert {"a", "j", "10", "marshal (1)", "scout (8)", "a4xa7"} <= set(text)
    assert "Red" in text
    assert "White" not in text


def test_without_a_round_there_is_an_empty_sheet() -> None:
    section = make_section(make_event(state=EventState.RUNNING), players=2)

    assert len(pages(score_sheets(section, 1))) == 1


def test_place_cards_are_read_from_both_sides() -> None:
    made = pages(place_cards(swiss()))

    assert len(made) == 4
    assert sum(page.count("Player 07") for page in made) == 2


def test_nobody_who_is_not_confirmed_gets_a_card_or_a_certificate() -> None:
    section = swiss()
    Entry.objects.filter(starting_rank=7).update(state=EntryState.WITHDRAWN)

    assert "Player 07" not in "".join(pages(place_cards(section)))
    assert len(pages(certificates(section))) == 6


def test_a_certificate_has_place_points_and_event() -> None:
    (text,) = pages(certificates(swiss(), number=1))

    assert "Certificate" in text
    assert "Place 1" in text.splitlines()
    assert "2 points in 2 rounds, of 7 players" in text
    assert "Spring Open" in text
    assert "Barragoon · Old mill · 2 May 2026" in text


def test_the_same_content_is_the_same_file() -> None:
    section = swiss()

    assert pdf_lists.standings(section) == pdf_lists.standings(section)
