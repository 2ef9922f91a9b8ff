"""What a record says of the end is kept beside what counts, and a game says whose copy it is."""

from django.db import migrations, models
from django.db.models import F, OuterRef, Subquery

from core.db.online_migrations import AddFieldOnline, AlterFieldOnline, RewriteInBatches

RESULTS = [("1-0", "1–0"), ("0-1", "0–1"), ("1/2-1/2", "½–½"), ("*", "open")]
TERMINATIONS = [
    ("normal", "on the board"), ("resigned", "resigned"), ("agreement", "agreed"), ("time", "time"),
    ("forfeit", "forfeit"), ("adjudication", "adjudicated"), ("unterminated", "not ended"),
]  # fmt: skip


def keep_what_counts(games, apps):
    """Nothing was decided otherwise so far: the record counts, and after an overruled verdict what the game shows."""
    games.update(recorded_result=F("result"), recorded_termination=F("termination"))


def keep_overruled_results(adjudications, apps):
    games = apps.get_model("games", "Game").objects.filter(pk=OuterRef("game"))
    adjudications.filter(state="overruled").update(result=Subquery(games.values("result")[:1]))


class Migration(migrations.Migration):

    atomic = False

    dependencies = [("games", "0014_plain_labels")]

    operations = [
        AddFieldOnline(
            "game",
            "recorded_result",
            models.CharField(choices=RESULTS, default="*", editable=False, max_length=8),
            preserve_default=False,
        ),
        AddFieldOnline(
            "game",
            "recorded_termination",
            models.CharField(choices=TERMINATIONS, default="unterminated", editable=False, max_length=14),
            preserve_default=False,
        ),
        AddFieldOnline("game", "copy_for", models.CharField(blank=True, default="", editable=False, max_length=40)),
        AlterFieldOnline("game", "duplicate_key", models.CharField(editable=False, max_length=40)),
        AddFieldOnline(
            "adjudication",
            "result",
            models.CharField(
                blank=True, choices=RESULTS, default="", editable=False, max_length=8, verbose_name="result that counts"
            ),
        ),
        RewriteInBatches("games.Game", keep_what_counts),
        RewriteInBatches("games.Adjudication", keep_overruled_results),
    ]
