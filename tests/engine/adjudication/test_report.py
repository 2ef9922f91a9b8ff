"""The report on a record: its findings in order, and whether the result fits."""

from __future__ import annotations

from engine import __version__, record
from engine.adjudication.proof import Budget
from engine.adjudication.protocol import FindingKind
from engine.adjudication.report import AdjudicationReport, adjudicate
from engine.record import Record

DEAD = "7/2z4/7/7/(A)(A)(A)(A)(A)(A)(A)/7/7/4Z2/7 w 0 0-0"
LAST_CAPTURE = "7/2z4/7/7/(A)(A)(A)(A)(A)(A)1/7/7/4Z1(X)/7 w 0 0-0"
CYCLE = "c2-c3 c8-c7 c3-c2 c7-c8"


def _read(moves: str, **tags: str) -> Record:
    lines = "".join(f'[{name} "{value}"]\n' for name, value in {"Game": "Barragoon", **tags}.items())
    return record.read_text(f"{lines}\n{moves}\n")[0]


def _summary(report: AdjudicationReport) -> list[tuple[str, int, str, str]]:
    return [
        (finding.kind.value, finding.ply, finding.rule, finding.verdict.value) for finding in report.findings
    ]


def test_ordinary_game_is_reported_alive_with_a_witness() -> None:
    report = adjudicate(_read("d2-d4 d8-d6 *"))

    assert _summary(report) == [("dead-position", 2, "6b", "alive")]
    assert report.findings[0].proof["witness"] != []
    assert report.fits is True


def test_dead_end_is_reported_with_its_ply_and_how_it_was_shown() -> None:
    report = adjudicate(_read("e2xg2/A@g5 1/2-1/2", Position=LAST_CAPTURE))

    assert _summary(report) == [("dead-position", 1, "6b", "dead")]
    assert report.findings[0].proof["how"] == "reach"
    assert report.findings[0].message == (
        "After ply 1 nothing can be captured any more: no tile could ever reach a capture, "
        "even if no other tile were in its way. The game is drawn."
    )
    assert report.fits is True


def test_broken_record_is_reported_up_to_the_ply_that_broke_it() -> None:
    report = adjudicate(_read("e2xg2/A@g5 c8-c7 g2-g3 *", Position=LAST_CAPTURE))

    assert _summary(report) == [("dead-position", 1, "6b", "dead")]
    assert report.fits is None


def test_result_that_contradicts_the_board_does_not_fit() -> None:
    report = adjudicate(_read("1-0", Position=DEAD))

    assert report.fits is False
    assert report.objection == "The game is drawn on the board: the result is 1/2-1/2, not 1-0."


def test_normal_draw_that_nobody_offered_does_not_fit() -> None:
    report = adjudicate(_read("d2-d4 d8-d6 1/2-1/2", Termination="normal"))

    assert report.fits is False


def test_draw_accepted_after_a_repetition_fits() -> None:
    report = adjudicate(_read(f"{CYCLE} {CYCLE} {CYCLE} (=) 1/2-1/2"))

    assert report.fits is True
    assert _summary(report) == [
        ("dead-position", 12, "6b", "alive"),
        ("repetition", 12, "6c", "threefold"),
        ("draw-offer", 12, "6c", "accepted"),
    ]


def test_no_capture_limit_is_off_by_default() -> None:
    read = _read(f"{CYCLE} {CYCLE} *")

    assert FindingKind.NO_CAPTURE_LIMIT not in {finding.kind for finding in adjudicate(read).findings}
    assert _summary(adjudicate(read, no_capture_limit=6))[0] == (
        "no-capture-limit",
        6,
        "event regulation",
        "limit-reached",
    )


def test_position_past_the_budget_is_reported_as_undecided() -> None:
    report = adjudicate(_read("*"), budget=Budget(positions=1))

    assert _summary(report) == [("dead-position", 0, "6b", "undecided")]
    assert (
        report.findings[0].message
        == "At the start it cannot be told within 1 positions whether the position is dead."
    )


def test_won_game_is_reported_as_not_applicable() -> None:
    report = adjudicate(_read("a1xc1 1-0", Position="7/7/7/7/7/7/7/7/Z1z4 w 0 0-0"))

    assert _summary(report) == [("dead-position", 1, "6b", "not-applicable")]
    assert (
        report.findings[0].message
        == "After ply 1 the dead-position rule does not apply: Brown could not go on."
    )


def test_record_that_cannot_start_has_an_empty_report() -> None:
    report = adjudicate(_read("d2-d4 *", Setup="sideways"))

    assert (report.findings, report.fits) == ((), None)


def test_report_as_json_names_the_engine() -> None:
    report = adjudicate(_read("d2-d4 *"))

    made = report.as_json()

    assert (made["engine"], made["fits"], made["objection"]) == (__version__, True, None)
    assert made["findings"][0].keys() == {"kind", "rule", "ply", "verdict", "message", "proof"}
