"""Records that are built ply by ply, with variations; nothing illegal gets in."""

import doctest
import random

import pytest

from engine import registry
from engine.core import RuleViolation, TagError
from engine.random_games import random_setup
from engine.record import MAX_DEPTH, MAX_GLYPHS, LineBuilder, RecordBuilder, builder, read_text, write


def barragoon() -> RecordBuilder:
    return RecordBuilder({"Game": "Barragoon"})


def moves_of(built: RecordBuilder) -> str:
    return write(built.finish()).partition("\n\n")[2].strip()


def test_a_record_with_everything() -> None:
    built = barragoon()
    built.comment("the start").play("d2-d4").glyph(1).variation("c2-c3").comment("slow").play("c8-c7")
    built.play("d8-d6").variation("d8-d5").variation("c8-c7").play("c2-c3 (=)")
    built.play("c2-c3")

    assert moves_of(built) == (
        "{ the start } 1. d2-d4 $1 (1. c2-c3 { slow } 1... c8-c7) 1... d8-d6 (1... d8-d5\n"
        "(1... c8-c7 2. c2-c3 (=))) 2. c2-c3 *"
    )


def test_an_illegal_ply_raises_and_leaves_nothing_behind() -> None:
    built = barragoon()
    built.play("d2-d4")

    with pytest.raises(RuleViolation):
        built.play("d8-d1")
    with pytest.raises(RuleViolation):
        built.variation("d2-d9")
    with pytest.raises(RuleViolation):
        built.variation("c2-c3").play("c2-c4")

    assert moves_of(built) == "1. d2-d4 (1. c2-c3) *"


def test_no_ply_follows_the_end_in_any_line() -> None:
    last = RecordBuilder({"Game": "Barragoon", "Position": "7/7/7/7/3z3/7/7/3D3/7 w 4 0-0"})
    last.play("d2xd5")

    with pytest.raises(RuleViolation):
        last.play("d5-d6")
    assert last.finish().result == "1-0"
    with pytest.raises(ValueError, match="on the board"):
        last.finish("0-1")


def test_offers_only_where_the_game_has_them() -> None:
    rng = random.Random(1)
    tags = {"Game": "Stratego", "RedSetup": random_setup(rng), "BlueSetup": random_setup(rng)}
    built = RecordBuilder(tags)
    built.play(built.game.random_ply(rng))

    with pytest.raises(RuleViolation):
        built.offer_draw()
    assert built.finish("0-1", "time").termination == "time"


@pytest.mark.parametrize("seed", range(12))
def test_whatever_is_built_at_random_reads_back_as_it_is(seed: int) -> None:
    rng = random.Random(seed)
    tags = {"Game": "Barragoon"}
    if seed % 2:
        tags = {"Game": "Stratego", "RedSetup": random_setup(rng), "BlueSetup": random_setup(rng)}
    built = RecordBuilder(tags)
    ends: list[LineBuilder] = [built]
    for _ in range(60):
        end = rng.choice(ends)
        game = end.game
        if end.plies and rng.random() < 0.3:
            game.pop()
            ends.append(end.variation(game.random_ply(rng)))
        elif game.outcome() is None:
            end.play(game.random_ply(rng))

    record = built.finish()

    (again,) = read_text(write(record))
    assert again == record
    assert again.ok
    assert again.main == built._line


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: barragoon().variation("d2-d4"),
        lambda: barragoon().play("d2-d4").variation(),
        lambda: barragoon().glyph(1),
        lambda: barragoon().offer_draw(),
        lambda: barragoon().comment("  "),
        lambda: barragoon().play("d2-d4").glyph(256),
        lambda: barragoon().finish("3-0"),
    ],
)
def test_what_no_record_can_say_is_refused(wrong: object) -> None:
    with pytest.raises(ValueError, match=r"."):
        wrong()  # type: ignore[operator]


def test_bounds_hold() -> None:
    end: LineBuilder = barragoon().play("d2-d4")
    for _ in range(MAX_GLYPHS):
        end.glyph(1)
    with pytest.raises(ValueError, match="glyphs"):
        end.glyph(1)
    for _ in range(MAX_DEPTH):
        end = end.variation("c2-c3")
    with pytest.raises(ValueError, match="deep"):
        end.variation("d2-d3")


def test_a_game_nobody_knows_is_a_tag_error() -> None:
    with pytest.raises(TagError):
        RecordBuilder({"Game": "Chess"})
    with pytest.raises(TagError):
        RecordBuilder({"Game": registry.tags()[0], "Setup": "round"})


def test_wrong_types_are_type_errors() -> None:
    with pytest.raises(TypeError):
        RecordBuilder({"Game": 5})  # type: ignore[dict-item]
    with pytest.raises(TypeError):
        barragoon().play(5)  # type: ignore[arg-type]


def test_its_example_runs() -> None:
    assert doctest.testmod(builder).failed == 0
