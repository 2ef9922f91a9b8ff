"""What can happen to an event, as its log tells it."""

from django.utils.translation import gettext_lazy as _

from audit.actions import register_action

CREATED = register_action("event.created", _("%(actor)s created %(target)s"))
CHANGED = register_action("event.changed", _("%(actor)s changed %(target)s"))

# Results.
RESULT_ENTERED = register_action("event.result_entered", _("%(actor)s entered a result in %(target)s"))
RESULT_CLEARED = register_action("event.result_cleared", _("%(actor)s cleared a result in %(target)s"))
RESULT_DECIDED = register_action("event.result_decided", _("%(actor)s decided a game in %(target)s"))
RESULT_CORRECTED = register_action(
    "event.result_corrected", _("%(actor)s corrected an earlier result in %(target)s")
)
RESULT_REPORTED = register_action(
    "event.result_reported", _("%(actor)s reported the own result in %(target)s")
)
RESULT_CONFIRMED = register_action("event.result_confirmed", _("%(actor)s confirmed a result in %(target)s"))
REPORT_WITHDRAWN = register_action(
    "event.report_withdrawn", _("%(actor)s took a reported result back in %(target)s")
)
REPORTS_FORGOTTEN = register_action(
    "event.reports_forgotten", _("%(actor)s let the players of a game in %(target)s report anew")
)
RESULT_FROM_RECORD = register_action(
    "event.result_from_record", _("A record filled in a result of %(target)s")
)
RECORD_LINKED = register_action("event.record_linked", _("A record was added to a game of %(target)s"))
RECORD_PARTED = register_action(
    "event.record_parted", _("%(actor)s parted a record from a game of %(target)s")
)
RECORD_CONTRADICTS = register_action(
    "event.record_contradicts", _("A record contradicts the result of a game of %(target)s")
)
RECORD_KEPT_OUT = register_action(
    "event.record_kept_out", _("%(actor)s kept a result of %(target)s although the record says otherwise")
)
# The end.
FINISHED = register_action("event.finished", _("%(actor)s finished %(target)s"))
REOPENED = register_action("event.reopened", _("%(actor)s re-opened %(target)s"))
RATED = register_action("event.rated", _("The results of %(target)s were handed to the rating lists"))
ARCHIVED = register_action("event.archived", _("%(actor)s archived %(target)s"))
UNARCHIVED = register_action("event.unarchived", _("%(actor)s took %(target)s out of the archive"))
ROUND_ORDERED = register_action("round.ordered", _("%(actor)s ordered a round of %(target)s to be paired"))
ROUND_PAIRED = register_action("round.paired", _("%(actor)s paired a round of %(target)s"))
ROUND_IMPOSSIBLE = register_action("round.impossible", _("%(actor)s could not pair a round of %(target)s"))
ROUND_CHANGED = register_action("round.changed", _("%(actor)s changed the pairing of a round of %(target)s"))
ROUND_DELETED = register_action(
    "round.deleted", _("%(actor)s threw away the pairing of a round of %(target)s")
)
ROUND_PUBLISHED = register_action("round.published", _("%(actor)s published a round of %(target)s"))
ROUND_UNPUBLISHED = register_action(
    "round.unpublished", _("%(actor)s took back the publication of a round of %(target)s")
)
ROUND_CLOSED = register_action("round.closed", _("%(actor)s closed a round of %(target)s"))
ROUND_REOPENED = register_action("round.reopened", _("%(actor)s reopened a round of %(target)s"))
ROUND_EXTENDED = register_action(
    "round.extended", _("%(actor)s added the games that level matches of %(target)s need")
)
CLOCK_STARTED = register_action(
    "round.clock_started", _("%(actor)s started the clock of a round of %(target)s")
)
CLOCK_STOPPED = register_action(
    "round.clock_stopped", _("%(actor)s stopped the clock of a round of %(target)s")
)
CLOCK_RESET = register_action("round.clock_reset", _("%(actor)s reset the clock of a round of %(target)s"))
ENTERED = register_action("event.entered", _("%(actor)s entered a player in %(target)s"))
ENTERED_ONESELF = register_action("event.entered_oneself", _("%(actor)s signed up for %(target)s"))
ENTRIES_IMPORTED = register_action(
    "event.entries_imported", _("%(actor)s entered a table of players in %(target)s")
)
ENTRY_CONFIRMED = register_action("event.entry_confirmed", _("%(actor)s confirmed an entry in %(target)s"))
ENTRY_CHANGED = register_action("event.entry_changed", _("%(actor)s changed an entry in %(target)s"))
ENTRY_REMOVED = register_action("event.entry_removed", _("%(actor)s removed an entry from %(target)s"))
MOVED_UP = register_action(
    "event.moved_up", _("%(actor)s moved a player up from the waiting list of %(target)s")
)
WITHDRAWN = register_action("event.withdrawn", _("%(actor)s withdrew a player from %(target)s"))
RETURNED = register_action("event.returned", _("%(actor)s brought a player back into %(target)s"))
ABSENCE_ANNOUNCED = register_action(
    "event.absence_announced", _("%(actor)s announced an absence from a round of %(target)s")
)
ABSENCE_CANCELLED = register_action(
    "event.absence_cancelled", _("%(actor)s took back an announced absence from %(target)s")
)
CHECKED_IN = register_action("event.checked_in", _("%(actor)s checked a player in at %(target)s"))
NOT_CHECKED_IN = register_action("event.not_checked_in", _("%(actor)s took back a check-in at %(target)s"))
MARKED_ABSENT = register_action(
    "event.marked_absent", _("%(actor)s marked who was not there as absent from round one of %(target)s")
)
RATINGS_REFRESHED = register_action(
    "event.ratings_refreshed", _("%(actor)s took over the ratings for %(target)s")
)
KEPT_APART = register_action("event.kept_apart", _("%(actor)s keeps two players of %(target)s apart"))
MAY_MEET = register_action("event.may_meet", _("%(actor)s lets two players of %(target)s meet again"))

# Events, their sections and their arbiters.
DELETED = register_action("event.deleted", _("%(actor)s deleted %(target)s"))
COPIED = register_action("event.copied", _("%(actor)s made %(target)s from an earlier event"))
IMPORTED = register_action("event.imported", _("%(actor)s imported %(target)s from a report file"))
OPENED = register_action("event.opened", _("%(actor)s opened %(target)s for entries"))
OPENING_TAKEN_BACK = register_action("event.opening_taken_back", _("%(actor)s made %(target)s a draft again"))
STARTED = register_action("event.started", _("%(actor)s started %(target)s and fixed the starting ranks"))
START_TAKEN_BACK = register_action(
    "event.start_taken_back", _("%(actor)s took the start of %(target)s back: entries are open again")
)
SECTION_ADDED = register_action("event.section_added", _("%(actor)s added a section to %(target)s"))
SECTION_CHANGED = register_action("event.section_changed", _("%(actor)s changed a section of %(target)s"))
SECTION_DELETED = register_action("event.section_deleted", _("%(actor)s deleted a section of %(target)s"))
SECTIONS_ORDERED = register_action(
    "event.sections_ordered", _("%(actor)s put the sections of %(target)s in order")
)
PRIZES_CHANGED = register_action("event.prizes_changed", _("%(actor)s changed the prizes of %(target)s"))
ARBITER_NAMED = register_action("event.arbiter_named", _("%(actor)s named an arbiter of %(target)s"))
ARBITER_DISMISSED = register_action(
    "event.arbiter_dismissed", _("%(actor)s dismissed an arbiter of %(target)s")
)
