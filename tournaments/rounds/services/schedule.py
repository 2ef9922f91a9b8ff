"""The schedule of a round robin: all its rounds published at once, and taken back as far as nothing depends on them."""

from dataclasses import replace

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from backups.models import Occasion
from backups.services.requests import request_backup
from core.errors import Refused
from players.models import User
from tournaments.audit_actions import SCHEDULE_PUBLISHED, SCHEDULE_TAKEN_BACK
from tournaments.event_records import keep_records_of_boards
from tournaments.history import record_action
from tournaments.locking import lock_event, refuse_unless_running
from tournaments.models import Event, Pairing, PairingSystem, Round, RoundState, Section
from tournaments.rounds.selectors.pairing_input import load_pairing_input
from tournaments.rounds.services.mail import send_pairings
from tournaments.rounds.services.order import next_round
from tournaments.rounds.services.pairing import compute_round, forfeit_boards_of_withdrawn, store_round
from tournaments.selectors import untouched_rounds
from tournaments.tournament_data import load_section_data


@transaction.atomic
def publish_schedule(*, actor: User, section: Section, number: int) -> list[Round]:
    """This round, which the page offered as the next one, and all that follow. The table knows them from the start."""
    event, section = _lock(section)
    coming = next_round(section)
    if coming.refusal:
        raise Refused(coming.refusal)
    if coming.number != number:
        raise Refused(_("The next round is round %(number)s.") % {"number": coming.number})
    data = load_section_data(section)
    inputs = load_pairing_input(Round(section=section, number=number), data)
    rounds = []
    for each in range(number, coming.planned + 1):
        round_ = Round.objects.create(
            section=section, number=each, state=RoundState.PUBLISHED, published_at=timezone.now()
        )
        store_round(round_, compute_round(replace(inputs, number=each)), data.entries)
        forfeit_boards_of_withdrawn(round_)
        rounds.append(round_)
    about = {"section": section.name, "rounds": f"{number}–{coming.planned}"}
    record_action(actor=actor, action=SCHEDULE_PUBLISHED, event=event, after=about)
    send_pairings(rounds[0])
    request_backup(occasion=Occasion.ROUND)
    return rounds


@transaction.atomic
def take_back_schedule(*, actor: User, section: Section) -> list[int]:
    """Delete the last published rounds in which nothing was entered; their numbers. The table makes the same again."""
    event, section = _lock(section)
    rounds = untouched_rounds(section)
    if not rounds:
        raise Refused(_("Results are entered in every published round: none can be taken back."))
    pairings = Pairing.objects.filter(round__in=rounds)
    keep_records_of_boards(event, pairings)
    numbers = [each.number for each in rounds]
    Round.objects.filter(pk__in=[each.pk for each in rounds]).delete()
    about = {"section": section.name, "rounds": f"{numbers[0]}–{numbers[-1]}"}
    record_action(actor=actor, action=SCHEDULE_TAKEN_BACK, event=event, before=about)
    return numbers


def _lock(section: Section) -> tuple[Event, Section]:
    event = lock_event(section.event_id)
    section = Section.objects.get(pk=section.pk)
    section.event = event
    refuse_unless_running(event)
    if section.system != PairingSystem.ROUND_ROBIN:
        raise Refused(_("Only a round robin has a schedule of all rounds."))
    return event, section
