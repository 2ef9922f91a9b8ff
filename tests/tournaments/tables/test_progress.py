"""Where the lines of the progress chart lie."""

from itertools import pairwise

from tournaments.tables.presenters.progress import BOTTOM, HEIGHT, LINE_HEIGHT, TOP, draw_progress_chart


def test_the_best_rank_lies_at_the_top_and_the_rounds_from_left_to_right() -> None:
    chart = draw_progress_chart({7: [3, 1], 4: [1, 3]}, falling=True)

    assert chart is not None
    assert [(line.number, line.marks) for line in chart.lines] == [
        (7, [(52.0, 364.0), (570.0, 18.0)]),
        (4, [(52.0, 18.0), (570.0, 364.0)]),
    ]
    assert chart.lines[0].points == "52.0,364.0 570.0,18.0"
    assert [(mark.y, mark.label) for mark in chart.grid] == [(18.0, "1"), (191.0, "2"), (364.0, "3")]
    assert [(tick.x, tick.label) for tick in chart.ticks] == [(52.0, "1"), (570.0, "2")]


def test_most_points_lie_at_the_top_and_nothing_at_the_bottom() -> None:
    chart = draw_progress_chart({1: [0, 4]}, falling=False, label=lambda value: f"{value / 2:g}")

    assert chart is not None
    assert chart.lines[0].marks == [(52.0, float(HEIGHT - BOTTOM)), (570.0, float(TOP))]
    assert [mark.label for mark in chart.grid] == ["0", "0.5", "1", "1.5", "2"]


def test_names_at_the_ends_never_lie_over_each_other() -> None:
    chart = draw_progress_chart({number: [number, 5] for number in range(1, 9)}, falling=True)

    assert chart is not None
    ends = sorted(line.label_y for line in chart.lines)
    assert all(below - above >= LINE_HEIGHT for above, below in pairwise(ends))
    assert ends[-1] <= HEIGHT - BOTTOM + 8


def test_many_ranks_and_rounds_have_few_marks_beside_them() -> None:
    chart = draw_progress_chart({1: [500] * 30}, falling=True)

    assert chart is not None
    assert [mark.label for mark in chart.grid] == ["1", "100", "200", "300", "400", "500"]
    assert [tick.label for tick in chart.ticks][:3] == ["1", "4", "7"]


def test_one_round_makes_no_line() -> None:
    assert draw_progress_chart({1: [1]}, falling=True) is None
    assert draw_progress_chart({}, falling=True) is None


def test_everybody_on_nothing_can_be_drawn() -> None:
    assert draw_progress_chart({1: [0, 0]}, falling=False) is not None
