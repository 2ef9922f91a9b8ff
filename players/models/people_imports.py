"""The import of people into a club: the uploaded table, its rows, and the job that enters them."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from jobs.models import WorkItem
from players.models.clubs import Club
from players.models.people import MAX_NAME_LENGTH, Person
from players.models.rating_pools import RatingPool
from players.models.starting_ratings import MAX_RATING_SOURCE_LENGTH

MAX_CELL_LENGTH = 500


class PeopleUpload(WorkItem):
    """A table as it was pasted or sent. A job reads it into rows; nothing is entered before somebody confirms it."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="people_uploads")
    uploaded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+", editable=False
    )
    file_name = models.CharField(max_length=120, blank=True, editable=False)
    # The uploader's language: the job writes its sentences in it.
    language = models.CharField(max_length=16, default="en", editable=False)
    content = models.BinaryField(editable=False)
    heading = models.JSONField(default=list, editable=False)
    # Columns with an unknown heading: shown, but ignored.
    unread_columns = models.JSONField(default=list, editable=False)
    # In which pool the column with ratings counts, from where they come and of which day they are; None: nowhere.
    pool = models.ForeignKey(
        RatingPool, on_delete=models.SET_NULL, null=True, related_name="+", editable=False
    )
    rating_source = models.CharField(max_length=MAX_RATING_SOURCE_LENGTH, blank=True, editable=False)
    rated_on = models.DateField(null=True, editable=False)
    # How far the job has come: for the progress bar only.
    rows_done = models.PositiveIntegerField(default=0, editable=False)
    rows_in_all = models.PositiveIntegerField(default=0, editable=False)

    class Meta(WorkItem.Meta):
        verbose_name = _("upload of people")
        verbose_name_plural = _("uploads of people")
        constraints = [
            *WorkItem.Meta.constraints,
            models.CheckConstraint(
                condition=Q(pool=None) | Q(rated_on__isnull=False) & ~Q(rating_source=""),
                name="peopleupload_ratings_have_a_source",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.club}, {self.created_at:%Y-%m-%d %H:%M}"


class RowMatch(models.TextChoices):
    """How a row matches the people of the site."""

    NEW = "new", _("new")
    KNOWN = "known", _("known")
    NEAR = "near", _("to decide")
    REFUSED = "refused", _("refused")


class RowOutcome(models.TextChoices):
    """What the import did with a row."""

    ENTERED = "entered", _("entered")
    ADDED = "added", _("added to the club")
    ASKED = "asked", _("asked to join")
    UNCHANGED = "unchanged", _("already in the club")
    LEFT_OUT = "left out", _("left out")


class PeopleUploadRow(models.Model):
    upload = models.ForeignKey(PeopleUpload, on_delete=models.CASCADE, related_name="rows")
    line = models.PositiveIntegerField()  # in the file, as an editor counts
    cells = models.JSONField()  # as they came, for the list of what was left out
    name = models.CharField(max_length=MAX_NAME_LENGTH, blank=True)
    sort_name = models.CharField(max_length=MAX_NAME_LENGTH, blank=True)
    country = models.CharField(max_length=2, blank=True)
    year_of_birth = models.PositiveSmallIntegerField(null=True)
    listed = models.BooleanField(default=False)
    rating = models.PositiveSmallIntegerField(null=True)
    finding = models.CharField(max_length=10, choices=RowMatch)
    problem = models.CharField(max_length=MAX_CELL_LENGTH, blank=True)
    column = models.CharField(max_length=MAX_CELL_LENGTH, blank=True)
    # Possible people, the likeliest first. A known person is the only one.
    candidates = models.JSONField(default=list)
    # The decision: a candidate, or somebody new.
    chosen = models.ForeignKey(Person, on_delete=models.SET_NULL, null=True, related_name="+")
    is_new = models.BooleanField(default=False)
    # Set in the transaction that entered the row: what has an outcome is not entered again.
    outcome = models.CharField(max_length=10, choices=RowOutcome, blank=True)
    person = models.ForeignKey(Person, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        verbose_name = _("row of an upload")
        verbose_name_plural = _("rows of uploads")
        ordering = ("line",)
        indexes = [
            models.Index(fields=["upload", "finding", "line"], name="uploadrow_by_finding"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["upload", "line"], name="uploadrow_line_once"),
            models.CheckConstraint(condition=Q(finding__in=RowMatch.values), name="uploadrow_finding_known"),
            models.CheckConstraint(
                condition=Q(chosen=None) | Q(is_new=False), name="uploadrow_is_somebody_or_new"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.line}: {self.name}"


class PeopleImport(WorkItem):
    """A confirmed upload; a job enters its rows."""

    upload = models.OneToOneField(PeopleUpload, on_delete=models.CASCADE, related_name="entering")
    confirmed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+", editable=False
    )
    rows_done = models.PositiveIntegerField(default=0, editable=False)
    rows_in_all = models.PositiveIntegerField(default=0, editable=False)

    class Meta(WorkItem.Meta):
        verbose_name = _("import of people")
        verbose_name_plural = _("imports of people")

    def __str__(self) -> str:
        return str(self.upload)
