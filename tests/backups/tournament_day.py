"""Programs for `manage.py shell`: a tournament on one machine, and how it goes on with another one."""

# Three rounds of ten players, of which the last has just been published; then the minute in which a backup is due.
THREE_ROUNDS = """
import datetime
from django.utils import timezone
from backups.models import BackupRequest
from backups.tasks import make_due_backups
from tests.jobs.job_runner import run_jobs
from tests.tournaments.builders import make_account, make_event, make_section
from tournaments.models import EventState, Round
from tournaments.results.services.results import enter_result
from tournaments.rounds.services.order import order_round
from tournaments.rounds.services.publication import close_round, publish_round

arbiter = make_account("Arno")
section = make_section(make_event(state=EventState.RUNNING), players=10, planned_rounds=5)
for number in (1, 2, 3):
    order_round(actor=arbiter, section=section, number=number)
    run_jobs()
    round_ = Round.objects.get(section=section, number=number)
    publish_round(actor=arbiter, round=round_, seen=None)
    if number < 3:
        for pairing in round_.pairings.order_by("board"):
            enter_result(actor=arbiter, pairing=pairing, result="1-0")
        close_round(actor=arbiter, round=round_)
later = timezone.now() - datetime.timedelta(minutes=2)
BackupRequest.objects.update(requested_at=later)
make_due_backups()
"""

# The results of round 3, and the pairing of round 4.
ROUND_FOUR = """
from tests.jobs.job_runner import run_jobs
from players.models import User
from tournaments.models import Round, Section
from tournaments.results.services.results import enter_result
from tournaments.rounds.services.order import order_round
from tournaments.rounds.services.publication import close_round, publish_round
from tournaments.tables.selectors.standings import load_table

arbiter = User.objects.get(email="arno@example.org")
section = Section.objects.get()
third = section.rounds.get(number=3)
for pairing in third.pairings.order_by("board"):
    enter_result(actor=arbiter, pairing=pairing, result="1/2-1/2")
close_round(actor=arbiter, round=third)
order_round(actor=arbiter, section=section, number=4)
run_jobs()
fourth = section.rounds.get(number=4)
publish_round(actor=arbiter, round=fourth, seen=None)
print("boards of round 4:", fourth.pairings.count())
print("points:", sum(float(row.points.replace("½", ".5")) for row in load_table(section).rows))
"""
