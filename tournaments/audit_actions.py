"""What can happen to an event, as its log tells it."""

from django.utils.translation import gettext_lazy as _

from audit.actions import Action

CREATED = Action("event.created", _("%(actor)s created %(target)s"))
CHANGED = Action("event.changed", _("%(actor)s changed %(target)s"))

# Results.
RESULT_ENTERED = Action("event.result_entered", _("%(actor)s entered a result in %(target)s"))
RESULT_CLEARED = Action("event.result_cleared", _("%(actor)s cleared a result in %(target)s"))
RESULT_DECIDED = Action("event.result_decided", _("%(actor)s decided a game in %(target)s"))
RESULT_CORRECTED = Action("event.result_corrected", _("%(actor)s corrected an earlier result in %(target)s"))
RESULT_REPORTED = Action("event.result_reported", _("%(actor)s reported their own result in %(target)s"))
RESULT_CONFIRMED = Action("event.result_confirmed", _("%(actor)s confirmed a result in %(target)s"))
REPORT_WITHDRAWN = Action("event.report_withdrawn", _("%(actor)s took a reported result back in %(target)s"))
REPORTS_FORGOTTEN = Action(
    "event.reports_forgotten", _("%(actor)s let the players of a game in %(target)s report again")
)
RESULT_FROM_RECORD = Action("event.result_from_record", _("A record filled in a result of %(target)s"))
RECORD_LINKED = Action("event.record_linked", _("A record was added to a game of %(target)s"))
RECORD_PARTED = Action("event.record_parted", _("%(actor)s detached a record from a game of %(target)s"))
RECORD_CONTRADICTS = Action(
    "event.record_contradicts", _("A record contradicts the result of a game of %(target)s")
)
RECORDS_DIFFER = Action("event.records_differ", _("Two records of one game of %(target)s end differently"))
RECORD_KEPT_OUT = Action(
    "event.record_kept_out", _("%(actor)s kept a result of %(target)s although a record says otherwise")
)
NEWS_WRITTEN = Action("event.news_written", _("%(actor)s wrote news on the page of %(target)s"))
NEWS_DELETED = Action("event.news_deleted", _("%(actor)s deleted news from the page of %(target)s"))
TEXT_RECORD_KEPT = Action(
    "event.text_record_kept", _("%(actor)s sent a record for a game of %(target)s, which is kept as text")
)
TEXT_RECORD_REMOVED = Action(
    "event.text_record_removed", _("%(actor)s removed a record kept as text from a game of %(target)s")
)
# The end.
FINISHED = Action("event.finished", _("%(actor)s finished %(target)s"))
REOPENED = Action("event.reopened", _("%(actor)s reopened %(target)s"))
RATED = Action("event.rated", _("The results of %(target)s were submitted for rating"))
ARCHIVED = Action("event.archived", _("%(actor)s archived %(target)s"))
UNARCHIVED = Action("event.unarchived", _("%(actor)s took %(target)s out of the archive"))
ROUND_ORDERED = Action("round.ordered", _("%(actor)s ordered a round of %(target)s to be paired"))
ROUND_PAIRED = Action("round.paired", _("%(actor)s paired a round of %(target)s"))
ROUND_IMPOSSIBLE = Action("round.impossible", _("%(actor)s could not pair a round of %(target)s"))
ROUND_CHANGED = Action("round.changed", _("%(actor)s changed the pairing of a round of %(target)s"))
ROUND_DELETED = Action("round.deleted", _("%(actor)s deleted the pairing of a round of %(target)s"))
ROUND_PUBLISHED = Action("round.published", _("%(actor)s published a round of %(target)s"))
ROUND_UNPUBLISHED = Action(
    "round.unpublished", _("%(actor)s took back the publication of a round of %(target)s")
)
ROUND_CLOSED = Action("round.closed", _("%(actor)s closed a round of %(target)s"))
ROUND_REOPENED = Action("round.reopened", _("%(actor)s reopened a round of %(target)s"))
ROUND_EXTENDED = Action(
    "round.extended", _("%(actor)s added the games that level matches of %(target)s need")
)
CLOCK_STARTED = Action("round.clock_started", _("%(actor)s started the clock of a round of %(target)s"))
CLOCK_STOPPED = Action("round.clock_stopped", _("%(actor)s stopped the clock of a round of %(target)s"))
CLOCK_RESET = Action("round.clock_reset", _("%(actor)s reset the clock of a round of %(target)s"))
SCHEDULE_PUBLISHED = Action(
    "round.schedule_published", _("%(actor)s published all rounds of a round robin of %(target)s")
)
SCHEDULE_TAKEN_BACK = Action(
    "round.schedule_taken_back", _("%(actor)s took back published rounds of a round robin of %(target)s")
)
ENTERED = Action("event.entered", _("%(actor)s entered a player in %(target)s"))
ENTERED_ONESELF = Action("event.entered_oneself", _("%(actor)s entered %(target)s as a player"))
ENTRIES_IMPORTED = Action("event.entries_imported", _("%(actor)s entered a table of players in %(target)s"))
ENTRY_CONFIRMED = Action("event.entry_confirmed", _("%(actor)s confirmed an entry in %(target)s"))
ENTRY_CHANGED = Action("event.entry_changed", _("%(actor)s changed an entry in %(target)s"))
ENTRY_REMOVED = Action("event.entry_removed", _("%(actor)s removed an entry from %(target)s"))
MOVED_UP = Action("event.moved_up", _("%(actor)s moved a player up from the waiting list of %(target)s"))
WITHDRAWN = Action("event.withdrawn", _("%(actor)s withdrew a player from %(target)s"))
RETURNED = Action("event.returned", _("%(actor)s brought a player back into %(target)s"))
ABSENCE_ANNOUNCED = Action(
    "event.absence_announced", _("%(actor)s announced an absence from a round of %(target)s")
)
LATE_BYES_GRANTED = Action(
    "event.late_byes_granted", _("%(actor)s gave a late player half-point byes in %(target)s")
)
LATE_BYES_TAKEN_BACK = Action(
    "event.late_byes_taken_back", _("%(actor)s took back a late player’s half-point byes in %(target)s")
)
ABSENCE_CANCELLED = Action(
    "event.absence_cancelled", _("%(actor)s took back an announced absence from %(target)s")
)
CHECKED_IN = Action("event.checked_in", _("%(actor)s checked a player in at %(target)s"))
NOT_CHECKED_IN = Action("event.not_checked_in", _("%(actor)s took back a check-in at %(target)s"))
MARKED_ABSENT = Action(
    "event.marked_absent",
    _("%(actor)s marked players who had not checked in as absent from round 1 of %(target)s"),
)
RATINGS_REFRESHED = Action("event.ratings_refreshed", _("%(actor)s updated the ratings of %(target)s"))
KEPT_APART = Action("event.kept_apart", _("%(actor)s keeps two players of %(target)s apart"))
MAY_MEET = Action("event.may_meet", _("%(actor)s lets two players of %(target)s meet again"))

# Events, their sections and their arbiters.
DELETED = Action("event.deleted", _("%(actor)s deleted %(target)s"))
COPIED = Action("event.copied", _("%(actor)s made %(target)s from an earlier event"))
IMPORTED = Action("event.imported", _("%(actor)s imported %(target)s from a report file"))
IMPORTED_FILE = Action("event.imported_file", _("%(actor)s imported %(target)s from an event file"))
OPENED = Action("event.opened", _("%(actor)s opened %(target)s for entries"))
OPENING_TAKEN_BACK = Action("event.opening_taken_back", _("%(actor)s made %(target)s a draft again"))
STARTED = Action("event.started", _("%(actor)s started %(target)s and fixed the starting ranks"))
START_TAKEN_BACK = Action(
    "event.start_taken_back", _("%(actor)s took the start of %(target)s back: entries are open again")
)
SECTION_ADDED = Action("event.section_added", _("%(actor)s added a section to %(target)s"))
SECTION_CHANGED = Action("event.section_changed", _("%(actor)s changed a section of %(target)s"))
SECTION_DELETED = Action("event.section_deleted", _("%(actor)s deleted a section of %(target)s"))
SECTIONS_ORDERED = Action("event.sections_ordered", _("%(actor)s put the sections of %(target)s in order"))
PRIZES_CHANGED = Action("event.prizes_changed", _("%(actor)s changed the prizes of %(target)s"))
ARBITER_NAMED = Action("event.arbiter_named", _("%(actor)s named an arbiter of %(target)s"))
CLUB_ARBITER_ADDED = Action(
    "event.club_arbiter_added",
    _("%(actor)s made somebody an arbiter of the club, who may see hidden pieces of %(target)s"),
)
CLUB_ARBITERS_JUDGE = Action(
    "event.club_arbiters_judge",
    _("No arbiters are named: those of the club may see hidden pieces of %(target)s"),
)
ARBITER_DISMISSED = Action("event.arbiter_dismissed", _("%(actor)s dismissed an arbiter of %(target)s"))
