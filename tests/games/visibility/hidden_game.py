"""A game under embargo, and how to fill the addresses that have to do with it."""

from typing import Any, NamedTuple
from uuid import uuid4

from django.utils.timezone import now

from audit import services as audit
from engine.core import Side
from games.analysis.services import analyse_game
from games.audit_actions import ADJUDICATED
from games.models import (
    Adjudication,
    Analysis,
    Game,
    LiveGame,
    LiveMode,
    Recording,
    RecordingStep,
    StepKind,
    Submission,
)
from games.recorder.services.seats import invitation_to, keep_setup, start_shared_recording
from games.submissions.services.uploads import submit_text
from players.club_games.services import add_game
from players.clubs.services.members import add_member
from players.models import ClubGame, MembershipOffer, User
from players.notifications.selectors import feed_token
from players.notifications.services import renew_feed
from players.people.services.people import create_person
from tests.games.replay.records import BLUE, stratego_text
from tests.games.visibility.hidden_facts import VERDICT
from tests.jobs.job_runner import run_jobs
from tests.permissions.world import Viewer, World
from tests.tournaments.builders import make_event, make_round, make_section
from tournaments.event_records import target_pairing
from tournaments.events.services.events import appoint_arbiter
from tournaments.models import Entry, EventNews, EventState, Pairing, RecordsPublic, TextRecord


class Hidden(NamedTuple):
    """The world with a game under embargo that Paula has played as Red; somebody else has sent its record."""

    world: World
    game: Game
    pairing: Pairing
    blue: User
    submitter: User


def game_under_embargo(world: World) -> Hidden:
    submitter = User.objects.create_user("sam@example.org", None, display_name="Sam")
    blue = User.objects.create_user("blue@example.org", None, display_name="Blue")
    opponent = create_person(actor=None, name="Bob", account=blue, club=world.club)
    add_member(actor=None, club=world.club, person=opponent)
    event = make_event(
        club=world.club, name="Hidden Open", game="stratego", state=EventState.RUNNING,
        records_public=RecordsPublic.EVENT_ENDS,
    )  # fmt: skip
    appoint_arbiter(actor=None, event=event, person=world.people[Viewer.EVENT_ARBITER])
    section = make_section(event)
    for rank, person in enumerate((world.paula, opponent), start=1):
        Entry.objects.create(section=section, person=person, starting_rank=rank)
    make_round(section, 1, [(1, 2, "")])
    pairing = Pairing.objects.select_related("round__section").get()
    text = stratego_text().replace('"Ann"', f'"{world.paula.name}"')
    submit_text(
        account=submitter,
        text=text.replace("\n", f'\n[Event "{event.name}"]\n', 1),
        club=world.club,
        meant_for=target_pairing(pairing),
    )
    run_jobs()
    pairing.refresh_from_db()
    game = Game.objects.get()
    assert pairing.game == game
    Game.objects.update(verdict="no-progress")
    finding = {"ply": 11, "rule": "end", "message": VERDICT, "proof": {}}
    Adjudication.objects.update(
        verdict="no-progress", rule="end", ply=11, message=VERDICT, proof={"findings": [finding]}
    )
    audit.record(
        actor=None, action=ADJUDICATED, target=game, before={}, after={"verdict": "no-progress"},
        club=world.club.pk, reason=VERDICT,
    )  # fmt: skip
    return Hidden(world, Game.objects.get(), pairing, blue, submitter)


def values_below(hidden: Hidden, route: str) -> dict[str, Any]:
    """By the names of parameters; what `pk` means depends on where it stands."""
    world, section = hidden.world, hidden.pairing.round.section
    submission = Submission.objects.get()
    draft, _made = Recording.objects.get_or_create(
        account=hidden.blue, kind=hidden.game.kind, meant_for=target_pairing(hidden.pairing)
    )
    RecordingStep.objects.get_or_create(
        recording=draft,
        number=1,
        kind=StepKind.COMMENT,
        text=VERDICT,
        defaults={"key": uuid4(), "made_at": now()},
    )
    shared = game_on_two_phones(hidden)
    live, _made = LiveGame.objects.get_or_create(recording=shared, defaults={"mode": LiveMode.ON.value})
    analysis = analysis_of_a_player(hidden)
    renew_feed(account=hidden.blue)
    news, _made = EventNews.objects.get_or_create(event_id=section.event_id, text="Doors open at nine.")
    record, _made = TextRecord.objects.get_or_create(pairing=hidden.pairing, text="Not refereed.", digest="0")
    own_game = ClubGame.objects.first() or add_game(
        actor=None, club=world.club, name="Chess", first_side="White", second_side="Black"
    )
    keys = {
        "record/<uuid:key>/seat/": shared.key,
        "live/share/": shared.key,
        "live/": live.key,
        "analysis/shared/": analysis.share_key,
        "analysis/": analysis.key,
    }
    offer, _made = MembershipOffer.objects.get_or_create(club=world.other_club, person=world.paula)
    objects = {
        "games/records/": submission.pk,
        "games/uploads/": submission.upload_id,
        "games/": hidden.game.pk,
        "history/": hidden.game.pk,
        "people/": world.paula.pk,
        "clubs/<slug:slug>/games/": own_game.pk,
        "clubs/": offer.pk,
        "api/v1/^membership-offers/": offer.pk,
        "api/v1/^games/": hidden.game.pk,
        "api/v1/^adjudications/": Adjudication.objects.get().pk,
        "api/v1/^uploads/": submission.upload_id,
        "api/v1/^records/": submission.pk,
        "api/v1/^people/": world.paula.pk,
        "events/": record.pk,
        "api/v1/^events/": section.event_id,
        "api/v1/^event-news/": news.pk,
        "api/v1/^sections/": section.pk,
        "api/v1/^rounds/": hidden.pairing.round_id,
        "api/v1/^pairings/": hidden.pairing.pk,
    }
    values: dict[str, Any] = {
        "game_id": hidden.game.pk,
        "label": "games.game",
        "slug": own_game.slug if "club-games/" in route else world.club.slug,
        "event": section.event_id,
        "section": section.pk,
        "number": 1,
        "board": 1,
        "pairing": hidden.pairing.pk,
        "what": "standings",
        "kind": "",
        "key": next((key for prefix, key in keys.items() if route.startswith(prefix)), draft.key),
        "person": world.paula.pk,
        "news": news.pk,
        "invitation": invitation_to(shared),
        "token": feed_token(hidden.blue),
    }
    found = next((pk for prefix, pk in objects.items() if route.startswith(prefix)), None)
    return values | ({} if found is None else {"pk": found})


def game_on_two_phones(hidden: Hidden) -> Recording:
    """The same game as a draft whose first player has sealed the set-up, and whose other seat is free."""
    shared = Recording.objects.filter(is_shared=True).first()
    if shared is None:
        tags = {"Red": hidden.world.paula.name, "Blue": "Bob"}
        shared = start_shared_recording(
            account=hidden.blue, kind=hidden.game.kind, tags=tags, side=Side.SECOND, club=hidden.world.club
        )
        keep_setup(actor=hidden.blue, recording=shared, text=BLUE, is_sealed=True)
    return shared


def analysis_of_a_player(hidden: Hidden) -> Analysis:
    """Of the game, in the notebook of somebody who knows all of it."""
    found = Analysis.objects.first()
    return found or analyse_game(account=hidden.blue, game=hidden.game, title="How it went")
