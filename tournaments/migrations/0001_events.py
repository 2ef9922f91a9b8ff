import django.db.models.deletion
import django.utils.timezone
import core.db.folding
import tournaments.models.entry
import tournaments.models.event
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("games", "0003_records_of_events"),
        ("players", "0012_pool_names"),
        ("players", "__first__"),
    ]

    operations = [
        migrations.CreateModel(
            name="Event",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=120, verbose_name="name")),
                (
                    "game",
                    models.CharField(
                        choices=[("barragoon", "Barragoon"), ("stratego", "Stratego")],
                        max_length=12,
                        verbose_name="game",
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("draft", "draft"),
                            ("open", "open for entries"),
                            ("running", "running"),
                            ("finished", "finished"),
                            ("rated", "rated"),
                            ("archived", "archived"),
                        ],
                        default="draft",
                        editable=False,
                        max_length=10,
                    ),
                ),
                ("place", models.CharField(blank=True, max_length=200, verbose_name="place")),
                ("starts_on", models.DateField(verbose_name="first day")),
                ("ends_on", models.DateField(verbose_name="last day")),
                (
                    "time_zone",
                    models.CharField(
                        default=tournaments.models.event.default_time_zone,
                        max_length=64,
                        verbose_name="time zone",
                    ),
                ),
                ("about", models.TextField(blank=True, max_length=20000, verbose_name="announcement")),
                (
                    "setup",
                    models.CharField(
                        choices=[
                            ("closed", "closed set-up"),
                            ("open", "open set-up"),
                            ("chosen", "as the players choose"),
                        ],
                        default="closed",
                        max_length=10,
                        verbose_name="set-up",
                    ),
                ),
                (
                    "first_express",
                    models.PositiveSmallIntegerField(default=0, verbose_name="express level of White"),
                ),
                (
                    "second_express",
                    models.PositiveSmallIntegerField(default=0, verbose_name="express level of Brown"),
                ),
                (
                    "two_squares_limit",
                    models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="two-squares limit"),
                ),
                (
                    "no_capture_limit",
                    models.PositiveSmallIntegerField(
                        blank=True, null=True, verbose_name="plies without a capture"
                    ),
                ),
                ("thinking_time", models.CharField(blank=True, max_length=120, verbose_name="thinking time")),
                (
                    "round_minutes",
                    models.PositiveSmallIntegerField(
                        blank=True, null=True, verbose_name="minutes of a round"
                    ),
                ),
                (
                    "records_due_hours",
                    models.PositiveSmallIntegerField(
                        blank=True, null=True, verbose_name="hours until records are due"
                    ),
                ),
                (
                    "records_public",
                    models.CharField(
                        choices=[
                            ("at_once", "as soon as they are there"),
                            ("round", "when their round is closed"),
                            ("event", "when the event is finished"),
                            ("never", "never: only players and arbiters see them"),
                        ],
                        default="at_once",
                        max_length=10,
                        verbose_name="records become public",
                    ),
                ),
                (
                    "self_entry",
                    models.BooleanField(default=True, verbose_name="players may enter themselves"),
                ),
                (
                    "confirm_entries",
                    models.BooleanField(default=False, verbose_name="the organisers confirm each entry"),
                ),
                (
                    "player_absences",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "players tell the arbiters"),
                            ("zero", "a zero-point bye"),
                            ("half", "a half-point bye"),
                        ],
                        default="zero",
                        max_length=10,
                        verbose_name="rounds that players announce to miss",
                    ),
                ),
                ("entries_until", models.DateTimeField(blank=True, null=True, verbose_name="entries until")),
                ("fee", models.CharField(blank=True, max_length=60, verbose_name="entry fee")),
                (
                    "players_report",
                    models.BooleanField(default=True, verbose_name="players may enter their results"),
                ),
                ("change_number", models.PositiveBigIntegerField(default=0, editable=False)),
                ("changed_at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                (
                    "search_key",
                    core.db.folding.FoldedField(
                        blank=True, editable=False, max_length=600, of=("name", "place")
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="events",
                        to="players.club",
                        verbose_name="club",
                    ),
                ),
                (
                    "created_by",
                    models.ForeignKey(
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "event",
                "verbose_name_plural": "events",
                "ordering": ("-starts_on", "-pk"),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("state__in", ["draft", "open", "running", "finished", "rated", "archived"])
                        ),
                        name="event_state_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("game__in", ["barragoon", "stratego"])), name="event_game_known"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("ends_on__gte", models.F("starts_on"))),
                        name="event_ends_after_start",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("name", ""), _negated=True), name="event_has_a_name"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("first_express__lte", 2), ("second_express__lte", 2)),
                        name="event_express_possible",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("player_absences__in", ["", "zero", "half"])),
                        name="event_player_absences_known",
                    ),
                ],
                "indexes": [
                    models.Index(fields=["-starts_on", "-id"], name="event_by_date"),
                    models.Index(fields=["club", "-starts_on", "-id"], name="event_of_club"),
                ],
            },
        ),
        migrations.CreateModel(
            name="EventArbiter",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="arbiters",
                        to="tournaments.event",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="arbiter_of",
                        to="players.person",
                    ),
                ),
            ],
            options={
                "verbose_name": "event arbiter",
                "verbose_name_plural": "event arbiters",
                "constraints": [
                    models.UniqueConstraint(fields=("event", "person"), name="eventarbiter_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="Section",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("position", models.PositiveSmallIntegerField(default=1, verbose_name="place in the event")),
                ("name", models.CharField(max_length=80, verbose_name="name")),
                (
                    "system",
                    models.CharField(
                        choices=[
                            ("swiss", "Swiss (FIDE Dutch)"),
                            ("round_robin", "round robin"),
                            ("knockout", "knockout"),
                            ("keizer", "Keizer"),
                        ],
                        default="swiss",
                        max_length=12,
                        verbose_name="pairing system",
                    ),
                ),
                ("planned_rounds", models.PositiveSmallIntegerField(default=5, verbose_name="rounds")),
                ("cycles", models.PositiveSmallIntegerField(default=1, verbose_name="cycles")),
                (
                    "games_per_match",
                    models.PositiveSmallIntegerField(default=1, verbose_name="games of a match"),
                ),
                ("third_place", models.BooleanField(default=False, verbose_name="match for the third place")),
                (
                    "tie_rules",
                    models.CharField(
                        default="EXTRA_PAIR,SUDDEN_DEATH,HIGHER_SEED",
                        max_length=80,
                        verbose_name="level matches",
                    ),
                ),
                ("accelerated", models.BooleanField(default=False, verbose_name="accelerated (Baku)")),
                (
                    "keep_clubs_apart",
                    models.BooleanField(
                        default=False, verbose_name="keep players of one club apart if possible"
                    ),
                ),
                (
                    "first_colour",
                    models.CharField(
                        blank=True,
                        choices=[("w", "the first colour"), ("b", "the second colour"), ("", "by lot")],
                        max_length=1,
                        verbose_name="colour of number 1",
                    ),
                ),
                (
                    "lots_seed",
                    models.PositiveIntegerField(default=0, editable=False, verbose_name="seed of the lots"),
                ),
                ("point_unit", models.PositiveSmallIntegerField(default=2)),
                ("win_points", models.PositiveSmallIntegerField(default=2, verbose_name="win")),
                ("draw_points", models.PositiveSmallIntegerField(default=1, verbose_name="draw")),
                ("loss_points", models.PositiveSmallIntegerField(default=0, verbose_name="loss")),
                (
                    "forfeit_win_points",
                    models.PositiveSmallIntegerField(default=2, verbose_name="win by forfeit"),
                ),
                (
                    "forfeit_loss_points",
                    models.PositiveSmallIntegerField(default=0, verbose_name="loss by forfeit"),
                ),
                (
                    "pairing_bye_points",
                    models.PositiveSmallIntegerField(default=2, verbose_name="bye of the odd one out"),
                ),
                (
                    "full_point_bye_points",
                    models.PositiveSmallIntegerField(default=2, verbose_name="full-point bye"),
                ),
                (
                    "half_point_bye_points",
                    models.PositiveSmallIntegerField(default=1, verbose_name="half-point bye"),
                ),
                (
                    "zero_point_bye_points",
                    models.PositiveSmallIntegerField(default=0, verbose_name="zero-point bye"),
                ),
                ("absent_points", models.PositiveSmallIntegerField(default=0, verbose_name="absent")),
                (
                    "tie_breaks",
                    models.CharField(default="BH-C1,BH,SB", max_length=200, verbose_name="tie-breaks"),
                ),
                (
                    "prize_sharing",
                    models.CharField(
                        choices=[
                            ("equal", "level on points: equal parts of the prizes of their places"),
                            ("hort", "Hort: half by place, half shared by those level on points"),
                            ("place", "by place, as the tie-breaks decide"),
                        ],
                        default="equal",
                        max_length=10,
                        verbose_name="shared prizes",
                    ),
                ),
                ("rated", models.BooleanField(default=True, verbose_name="rated")),
                (
                    "entry_limit",
                    models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="entry limit"),
                ),
                (
                    "event",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sections",
                        to="tournaments.event",
                    ),
                ),
            ],
            options={
                "verbose_name": "section",
                "verbose_name_plural": "sections",
                "ordering": ("event", "position", "pk"),
                "constraints": [
                    models.UniqueConstraint(fields=("event", "name"), name="section_name_once"),
                    models.CheckConstraint(
                        condition=models.Q(("system__in", ["swiss", "round_robin", "knockout", "keizer"])),
                        name="section_system_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("prize_sharing__in", ["equal", "hort", "place"])),
                        name="section_sharing_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("name", ""), _negated=True), name="section_has_a_name"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("point_unit__gte", 1)), name="section_has_a_unit"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("cycles__gte", 1), ("games_per_match__gte", 1), ("planned_rounds__gte", 1)
                        ),
                        name="section_counts_from_one",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="FinalTable",
            fields=[
                (
                    "section",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="final_table",
                        serialize=False,
                        to="tournaments.section",
                    ),
                ),
                ("table", models.JSONField()),
            ],
            options={
                "verbose_name": "final table",
                "verbose_name_plural": "final tables",
            },
        ),
        migrations.CreateModel(
            name="Entry",
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
                        choices=[
                            ("asked", "to be confirmed"),
                            ("waiting", "on the waiting list"),
                            ("confirmed", "confirmed"),
                            ("withdrawn", "withdrawn"),
                        ],
                        default="confirmed",
                        max_length=10,
                    ),
                ),
                (
                    "starting_rank",
                    models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="starting rank"),
                ),
                ("rating", models.PositiveSmallIntegerField(default=0, verbose_name="rating")),
                ("rating_is_own", models.BooleanField(default=False, verbose_name="rating set by hand")),
                ("club_name", models.CharField(blank=True, max_length=120, verbose_name="club")),
                ("categories", models.CharField(blank=True, max_length=120, verbose_name="categories")),
                ("first_round", models.PositiveSmallIntegerField(default=1, verbose_name="plays from round")),
                (
                    "withdrawn_after",
                    models.PositiveSmallIntegerField(
                        blank=True, null=True, verbose_name="withdrawn after round"
                    ),
                ),
                ("fee_paid", models.BooleanField(default=False, verbose_name="fee paid")),
                ("checked_in_at", models.DateTimeField(blank=True, null=True, verbose_name="checked in")),
                (
                    "code",
                    models.CharField(
                        default=tournaments.models.entry.new_code, editable=False, max_length=40, unique=True
                    ),
                ),
                ("note", models.CharField(blank=True, max_length=200, verbose_name="note")),
                ("entered_at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ("version", models.PositiveIntegerField(default=1, editable=False)),
                (
                    "entered_by",
                    models.ForeignKey(
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="entries",
                        to="players.person",
                    ),
                ),
                (
                    "section",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="entries",
                        to="tournaments.section",
                    ),
                ),
            ],
            options={
                "verbose_name": "entry",
                "verbose_name_plural": "entries",
                "ordering": (
                    "section",
                    models.OrderBy(models.F("starting_rank"), nulls_last=True),
                    "entered_at",
                    "pk",
                ),
                "constraints": [
                    models.UniqueConstraint(fields=("section", "person"), name="entry_once"),
                    models.UniqueConstraint(
                        condition=models.Q(("starting_rank__isnull", False)),
                        fields=("section", "starting_rank"),
                        name="entry_rank_once",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("state__in", ["asked", "waiting", "confirmed", "withdrawn"])),
                        name="entry_state_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("first_round__gte", 1)), name="entry_counts_from_one"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("starting_rank", None), ("starting_rank__gte", 1), _connector="OR"
                        ),
                        name="entry_rank_from_one",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="KeptApart",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("strictly", models.BooleanField(default=True, verbose_name="whatever it costs")),
                (
                    "one",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="tournaments.entry"
                    ),
                ),
                (
                    "other",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="tournaments.entry"
                    ),
                ),
                (
                    "section",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="kept_apart",
                        to="tournaments.section",
                    ),
                ),
            ],
            options={
                "verbose_name": "pair kept apart",
                "verbose_name_plural": "pairs kept apart",
                "constraints": [
                    models.UniqueConstraint(fields=("one", "other"), name="keptapart_once"),
                    models.CheckConstraint(
                        condition=models.Q(("one__lt", models.F("other"))), name="keptapart_in_order"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Prize",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("category", models.CharField(blank=True, max_length=40, verbose_name="category")),
                ("place", models.PositiveSmallIntegerField(verbose_name="place")),
                ("amount", models.PositiveIntegerField(default=0, verbose_name="amount")),
                ("currency", models.CharField(blank=True, max_length=3, verbose_name="currency")),
                ("title", models.CharField(blank=True, max_length=80, verbose_name="title")),
                (
                    "section",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="prizes",
                        to="tournaments.section",
                    ),
                ),
            ],
            options={
                "verbose_name": "prize",
                "verbose_name_plural": "prizes",
                "ordering": ("section", "category", "place"),
                "constraints": [
                    models.UniqueConstraint(fields=("section", "category", "place"), name="prize_once"),
                    models.CheckConstraint(
                        condition=models.Q(("place__gte", 1)), name="prize_counts_from_one"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Round",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField(verbose_name="round")),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("ordered", "being paired"),
                            ("paired", "paired, not published"),
                            ("published", "published"),
                            ("closed", "closed"),
                        ],
                        default="ordered",
                        editable=False,
                        max_length=10,
                    ),
                ),
                ("changed_by_hand", models.BooleanField(default=False, editable=False)),
                ("problem", models.TextField(blank=True, editable=False)),
                ("relaxations", models.JSONField(blank=True, default=list, editable=False)),
                ("laid_down", models.JSONField(blank=True, default=dict, editable=False)),
                ("published_at", models.DateTimeField(blank=True, editable=False, null=True)),
                ("closed_at", models.DateTimeField(blank=True, editable=False, null=True)),
                ("clock_started_at", models.DateTimeField(blank=True, editable=False, null=True)),
                ("clock_seconds", models.PositiveIntegerField(blank=True, editable=False, null=True)),
                ("version", models.PositiveIntegerField(default=1, editable=False)),
                (
                    "section",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rounds",
                        to="tournaments.section",
                    ),
                ),
            ],
            options={
                "verbose_name": "round",
                "verbose_name_plural": "rounds",
                "ordering": ("section", "number"),
                "constraints": [
                    models.UniqueConstraint(fields=("section", "number"), name="round_once"),
                    models.CheckConstraint(
                        condition=models.Q(("state__in", ["ordered", "paired", "published", "closed"])),
                        name="round_state_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("number__gte", 1)), name="round_counts_from_one"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="PairingOrder",
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
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="orders",
                        to="tournaments.round",
                    ),
                ),
            ],
            options={
                "verbose_name": "order to pair a round",
                "verbose_name_plural": "orders to pair rounds",
                "abstract": False,
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("state__in", ["waiting", "done", "failed"])),
                        name="pairingorder_state_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("finished_at", None), ("state", "waiting")),
                            models.Q(
                                models.Q(("state", "waiting"), _negated=True), ("finished_at__isnull", False)
                            ),
                            _connector="OR",
                        ),
                        name="pairingorder_finished_when_not_waiting",
                    ),
                ],
                "indexes": [
                    models.Index(
                        condition=models.Q(("state", "waiting")),
                        fields=["due_at"],
                        name="pairingorder_waiting",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Bye",
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
                            ("pairing", "bye"),
                            ("full", "full-point bye"),
                            ("half", "half-point bye"),
                            ("zero", "zero-point bye"),
                        ],
                        max_length=10,
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="byes",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="byes",
                        to="tournaments.round",
                    ),
                ),
            ],
            options={
                "verbose_name": "bye",
                "verbose_name_plural": "byes",
                "constraints": [
                    models.UniqueConstraint(fields=("round", "entry"), name="bye_once"),
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["pairing", "full", "half", "zero"])),
                        name="bye_kind_known",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Absence",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("round_number", models.PositiveSmallIntegerField(verbose_name="round")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("half", "half-point bye"),
                            ("zero", "zero-point bye"),
                            ("full", "full-point bye"),
                            ("absent", "absent"),
                        ],
                        default="zero",
                        max_length=10,
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="absences",
                        to="tournaments.entry",
                    ),
                ),
            ],
            options={
                "verbose_name": "absence",
                "verbose_name_plural": "absences",
                "ordering": ("entry", "round_number"),
                "constraints": [
                    models.UniqueConstraint(fields=("entry", "round_number"), name="absence_once"),
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["half", "zero", "full", "absent"])),
                        name="absence_kind_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("round_number__gte", 1)), name="absence_counts_from_one"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Pairing",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("board", models.PositiveSmallIntegerField(verbose_name="board")),
                ("leg", models.PositiveSmallIntegerField(default=1, verbose_name="game of the match")),
                ("third_place", models.BooleanField(default=False)),
                (
                    "result",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "no result yet"),
                            ("1-0", "1–0"),
                            ("1/2-1/2", "½–½"),
                            ("0-1", "0–1"),
                            ("0-0", "0–0"),
                            ("1-0f", "1–0 by forfeit"),
                            ("0-1f", "0–1 by forfeit"),
                            ("0-0f", "0–0 by forfeit"),
                            ("adjourned", "adjourned"),
                        ],
                        default="",
                        max_length=10,
                        verbose_name="result",
                    ),
                ),
                (
                    "origin",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "none"),
                            ("arbiter", "entered by an arbiter"),
                            ("players", "entered by one player, confirmed by the other"),
                            ("record", "from the game record"),
                            ("decision", "decided by an arbiter"),
                            ("withdrawal", "a player has withdrawn"),
                            ("imported", "from a report file"),
                        ],
                        default="",
                        editable=False,
                        max_length=10,
                    ),
                ),
                ("result_at", models.DateTimeField(blank=True, editable=False, null=True)),
                ("reason", models.CharField(blank=True, max_length=500, verbose_name="reason")),
                (
                    "record_contradicts",
                    models.BooleanField(default=False, verbose_name="the record says otherwise"),
                ),
                ("reminded_at", models.DateTimeField(blank=True, editable=False, null=True)),
                ("version", models.PositiveIntegerField(default=1, editable=False)),
                (
                    "first",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="pairings_as_first",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "game",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="pairing",
                        to="games.game",
                        verbose_name="record",
                    ),
                ),
                (
                    "second",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="pairings_as_second",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="pairings",
                        to="tournaments.round",
                    ),
                ),
            ],
            options={
                "verbose_name": "pairing",
                "verbose_name_plural": "pairings",
                "ordering": ("round", "third_place", "board", "leg"),
                "constraints": [
                    models.UniqueConstraint(
                        fields=("round", "third_place", "board", "leg"), name="pairing_board_once"
                    ),
                    models.UniqueConstraint(fields=("round", "leg", "first"), name="pairing_first_once"),
                    models.UniqueConstraint(fields=("round", "leg", "second"), name="pairing_second_once"),
                    models.CheckConstraint(
                        condition=models.Q(("first", models.F("second")), _negated=True),
                        name="pairing_of_two",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("board__gte", 1), ("leg__gte", 1)), name="pairing_counts_from_one"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "result__in",
                                ["", "1-0", "1/2-1/2", "0-1", "0-0", "1-0f", "0-1f", "0-0f", "adjourned"],
                            )
                        ),
                        name="pairing_result_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "origin__in",
                                ["", "arbiter", "players", "record", "decision", "withdrawal", "imported"],
                            )
                        ),
                        name="pairing_origin_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("origin", ""), ("result", "")),
                            models.Q(
                                models.Q(("result", ""), _negated=True),
                                models.Q(("origin", ""), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="pairing_result_has_an_origin",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ResultReport",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "result",
                    models.CharField(
                        choices=[
                            ("", "no result yet"),
                            ("1-0", "1–0"),
                            ("1/2-1/2", "½–½"),
                            ("0-1", "0–1"),
                            ("0-0", "0–0"),
                            ("1-0f", "1–0 by forfeit"),
                            ("0-1f", "0–1 by forfeit"),
                            ("0-0f", "0–0 by forfeit"),
                            ("adjourned", "adjourned"),
                        ],
                        max_length=10,
                    ),
                ),
                ("reported_at", models.DateTimeField()),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reports",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "pairing",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reports",
                        to="tournaments.pairing",
                    ),
                ),
            ],
            options={
                "verbose_name": "reported result",
                "verbose_name_plural": "reported results",
                "constraints": [
                    models.UniqueConstraint(fields=("pairing", "entry"), name="resultreport_once"),
                    models.CheckConstraint(
                        condition=models.Q(("result__in", ["1-0", "1/2-1/2", "0-1"])),
                        name="resultreport_result_known",
                    ),
                ],
            },
        ),
    ]
