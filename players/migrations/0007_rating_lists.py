import django.db.models.deletion
import django.utils.timezone
import players.models.rating_pools
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("players", "0006_account_preferences_sessions_second_factor"),
    ]

    operations = [
        migrations.CreateModel(
            name="RatingPool",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=120, verbose_name="name")),
                ("slug", models.SlugField(max_length=80, unique=True, verbose_name="address on this site")),
                (
                    "game",
                    models.CharField(
                        choices=players.models.rating_pools.game_choices, max_length=20, verbose_name="game"
                    ),
                ),
                (
                    "method",
                    models.CharField(
                        choices=[("glicko-2", "Glicko-2"), ("elo-fide-2024", "Elo after FIDE")],
                        max_length=20,
                        verbose_name="rating system",
                    ),
                ),
                (
                    "system",
                    models.JSONField(
                        default=players.models.rating_pools.default_system, verbose_name="parameters"
                    ),
                ),
                (
                    "period_rule",
                    models.CharField(
                        choices=[
                            ("events", "each event by itself, free games by the month"),
                            (
                                "months",
                                "all games by the month in which they were played or their event ended",
                            ),
                            ("events_only", "each event by itself, free games not at all"),
                        ],
                        default="events",
                        max_length=12,
                        verbose_name="periods",
                    ),
                ),
                ("revision", models.PositiveIntegerField(default=0, editable=False)),
                (
                    "club",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rating_pools",
                        to="players.club",
                        verbose_name="club",
                    ),
                ),
            ],
            options={
                "verbose_name": "rating pool",
                "verbose_name_plural": "rating pools",
                "ordering": ("game", "name", "pk"),
                "constraints": [
                    models.UniqueConstraint(
                        fields=("game", "club", "name"), name="ratingpool_name_once", nulls_distinct=False
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("method__in", ["glicko-2", "elo-fide-2024"])),
                        name="ratingpool_method_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("period_rule__in", ["events", "months", "events_only"])),
                        name="ratingpool_period_rule_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("name", ""), _negated=True), name="ratingpool_has_a_name"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="RatedPeriod",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("from_version", models.PositiveIntegerField()),
                ("until_version", models.PositiveIntegerField(null=True)),
                ("number", models.PositiveIntegerField()),
                ("key", models.CharField(max_length=80)),
                ("title", models.CharField(max_length=200)),
                ("url", models.CharField(blank=True, max_length=300)),
                ("start", models.DateField()),
                ("end", models.DateField()),
                ("digest", models.CharField(max_length=64)),
                ("sources", models.JSONField()),
                ("uncounted", models.JSONField()),
                (
                    "pool",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="periods",
                        to="players.ratingpool",
                    ),
                ),
            ],
            options={
                "verbose_name": "rating period",
                "verbose_name_plural": "rating periods",
                "ordering": ("number",),
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("until_version", None)),
                        fields=("pool", "number"),
                        name="ratedperiod_number_once",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("until_version", None)),
                        fields=("pool", "key"),
                        name="ratedperiod_key_once",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("end__gte", models.F("start"))),
                        name="ratedperiod_ends_after_start",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("until_version", None),
                            ("until_version__gt", models.F("from_version")),
                            _connector="OR",
                        ),
                        name="ratedperiod_replaced_later",
                    ),
                ],
                "indexes": [models.Index(fields=["pool", "number"], name="ratedperiod_in_order")],
            },
        ),
        migrations.CreateModel(
            name="ListVersion",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("published_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("system", models.JSONField()),
                ("birth_years", models.CharField(blank=True, max_length=64)),
                ("first_period", models.PositiveIntegerField()),
                ("last_period", models.PositiveIntegerField()),
                ("lines", models.PositiveIntegerField()),
                (
                    "pool",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="versions",
                        to="players.ratingpool",
                    ),
                ),
            ],
            options={
                "verbose_name": "version of a rating list",
                "verbose_name_plural": "versions of rating lists",
                "ordering": ("-number",),
                "constraints": [
                    models.UniqueConstraint(fields=("pool", "number"), name="listversion_once"),
                    models.CheckConstraint(
                        condition=models.Q(("number__gte", 1)), name="listversion_from_one"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ListedRating",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("from_version", models.PositiveIntegerField()),
                ("until_version", models.PositiveIntegerField(null=True)),
                ("rating", models.FloatField(null=True)),
                ("deviation", models.FloatField(null=True)),
                ("games", models.PositiveIntegerField()),
                ("active_on", models.DateField(null=True)),
                ("state", models.JSONField()),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="listed_ratings",
                        to="players.person",
                    ),
                ),
                (
                    "period",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="players.ratedperiod",
                    ),
                ),
                (
                    "pool",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="ratings",
                        to="players.ratingpool",
                    ),
                ),
            ],
            options={
                "verbose_name": "rating on a list",
                "verbose_name_plural": "ratings on lists",
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("until_version", None)),
                        fields=("pool", "player"),
                        name="listedrating_once",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("until_version", None),
                            ("until_version__gt", models.F("from_version")),
                            _connector="OR",
                        ),
                        name="listedrating_replaced_later",
                    ),
                ],
                "indexes": [
                    models.Index(
                        condition=models.Q(("until_version", None)),
                        fields=["pool", "-rating", "player"],
                        name="listedrating_current",
                    ),
                    models.Index(fields=["pool", "from_version"], name="listedrating_began"),
                    models.Index(fields=["pool", "until_version"], name="listedrating_ended"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Recomputation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[("waiting", "waiting"), ("done", "done"), ("failed", "failed")],
                        default="waiting",
                        editable=False,
                        max_length=10,
                    ),
                ),
                ("attempts", models.PositiveSmallIntegerField(default=0, editable=False)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ("due_at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ("enqueued_at", models.DateTimeField(editable=False, null=True)),
                ("claimed_at", models.DateTimeField(editable=False, null=True)),
                ("claimed_by", models.CharField(default="", editable=False, max_length=64)),
                ("finished_at", models.DateTimeField(editable=False, null=True)),
                ("last_error", models.TextField(default="", editable=False)),
                ("due_on", models.DateField()),
                ("periods_done", models.PositiveIntegerField(default=0)),
                ("periods", models.PositiveIntegerField(null=True)),
                (
                    "pool",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="recomputations",
                        to="players.ratingpool",
                    ),
                ),
            ],
            options={
                "verbose_name": "recomputation of a rating list",
                "verbose_name_plural": "recomputations of rating lists",
                "abstract": False,
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("state__in", ["waiting", "done", "failed"])),
                        name="recomputation_state_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("finished_at", None), ("state", "waiting")),
                            models.Q(
                                models.Q(("state", "waiting"), _negated=True), ("finished_at__isnull", False)
                            ),
                            _connector="OR",
                        ),
                        name="recomputation_finished_when_not_waiting",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("state", "waiting")),
                        fields=("pool", "due_on"),
                        name="recomputation_once_a_day",
                    ),
                ],
                "indexes": [
                    models.Index(
                        condition=models.Q(("state", "waiting")),
                        fields=["due_at"],
                        name="recomputation_waiting",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="ResultSource",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(choices=[("event", "event"), ("game", "free game")], max_length=10),
                ),
                ("key", models.CharField(max_length=60)),
                ("game", models.CharField(choices=players.models.rating_pools.game_choices, max_length=20)),
                ("title", models.CharField(max_length=200)),
                ("url", models.CharField(blank=True, max_length=300)),
                ("start", models.DateField()),
                ("end", models.DateField()),
                ("digest", models.CharField(max_length=64)),
                ("taken_back_at", models.DateTimeField(null=True)),
                (
                    "club",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="players.club",
                    ),
                ),
            ],
            options={
                "verbose_name": "source of results",
                "verbose_name_plural": "sources of results",
                "constraints": [
                    models.UniqueConstraint(fields=("kind", "key"), name="resultsource_once"),
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["event", "game"])), name="resultsource_kind_known"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("end__gte", models.F("start"))),
                        name="resultsource_ends_after_start",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("key", ""), _negated=True), name="resultsource_has_a_key"
                    ),
                ],
                "indexes": [models.Index(fields=["game", "club", "end"], name="resultsource_of_pool")],
            },
        ),
        migrations.CreateModel(
            name="RatingChange",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("handed_over", "results were handed over"),
                            ("taken_back", "results were taken back"),
                            ("corrected", "results were corrected"),
                            ("pool_changed", "the rules of the pool were changed"),
                            ("merged", "two profiles turned out to be one person"),
                            ("birth_years", "years of birth became known or were changed"),
                            ("asked_for", "somebody asked for a recomputation"),
                        ],
                        max_length=12,
                    ),
                ),
                ("reason", models.TextField(blank=True)),
                ("recorded_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("counts_from", models.DateField()),
                ("settled_at", models.DateTimeField(null=True)),
                (
                    "version",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="changes",
                        to="players.listversion",
                    ),
                ),
                (
                    "pool",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="changes",
                        to="players.ratingpool",
                    ),
                ),
                (
                    "source",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="players.resultsource",
                    ),
                ),
            ],
            options={
                "verbose_name": "change to a rating list",
                "verbose_name_plural": "changes to rating lists",
                "ordering": ("recorded_at", "pk"),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "kind__in",
                                [
                                    "handed_over",
                                    "taken_back",
                                    "corrected",
                                    "pool_changed",
                                    "merged",
                                    "birth_years",
                                    "asked_for",
                                ],
                            )
                        ),
                        name="ratingchange_kind_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("version", None), ("settled_at__isnull", False), _connector="OR"),
                        name="ratingchange_settled_by_version",
                    ),
                ],
                "indexes": [
                    models.Index(
                        condition=models.Q(("settled_at", None)),
                        fields=["pool", "counts_from"],
                        name="ratingchange_open",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="RatedResult",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.CharField(max_length=40)),
                ("first_half_points", models.PositiveSmallIntegerField()),
                ("second_half_points", models.PositiveSmallIntegerField()),
                ("forfeit", models.BooleanField(default=False)),
                ("rated", models.BooleanField(default=True)),
                ("first_level", models.PositiveSmallIntegerField(default=0)),
                ("second_level", models.PositiveSmallIntegerField(default=0)),
                ("first_setup", models.CharField(blank=True, max_length=60)),
                ("second_setup", models.CharField(blank=True, max_length=60)),
                ("played_on", models.DateField()),
                ("label", models.CharField(blank=True, max_length=120)),
                ("url", models.CharField(blank=True, max_length=300)),
                ("archived_game", models.BigIntegerField(null=True)),
                (
                    "first",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rated_as_first",
                        to="players.person",
                    ),
                ),
                (
                    "second",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rated_as_second",
                        to="players.person",
                    ),
                ),
                (
                    "source",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="results",
                        to="players.resultsource",
                    ),
                ),
            ],
            options={
                "verbose_name": "rated result",
                "verbose_name_plural": "rated results",
                "ordering": ("played_on", "pk"),
                "constraints": [
                    models.UniqueConstraint(fields=("source", "key"), name="ratedresult_once"),
                    models.UniqueConstraint(
                        condition=models.Q(("archived_game__isnull", False)),
                        fields=("archived_game",),
                        name="ratedresult_archived_game_once",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("second", None),
                            models.Q(("first", models.F("second")), _negated=True),
                            _connector="OR",
                        ),
                        name="ratedresult_two_players",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("first_half_points__lte", 2),
                            ("second_half_points__lte", 2),
                            models.Q(
                                models.Q(("first_half_points", 2), ("second_half_points", 0)),
                                models.Q(("first_half_points", 0), ("second_half_points", 2)),
                                models.Q(("first_half_points", 0), ("second_half_points", 0)),
                                models.Q(
                                    ("first_half_points", 1), ("forfeit", False), ("second_half_points", 1)
                                ),
                                models.Q(("second", None), ("second_half_points", 0)),
                                _connector="OR",
                            ),
                        ),
                        name="ratedresult_points_possible",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="LedgerLine",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("rating_before", models.FloatField(null=True)),
                ("rating_after", models.FloatField(null=True)),
                ("deviation_before", models.FloatField(null=True)),
                ("deviation_after", models.FloatField(null=True)),
                ("before", models.JSONField()),
                ("after", models.JSONField()),
                ("games", models.JSONField()),
                ("steps", models.JSONField(null=True)),
                (
                    "player",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="ledger_lines",
                        to="players.person",
                    ),
                ),
                (
                    "period",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="lines",
                        to="players.ratedperiod",
                    ),
                ),
            ],
            options={
                "verbose_name": "line of the ledger",
                "verbose_name_plural": "ledger",
                "indexes": [models.Index(fields=["player", "period"], name="ledgerline_of_player")],
                "constraints": [models.UniqueConstraint(fields=("period", "player"), name="ledgerline_once")],
            },
        ),
    ]
