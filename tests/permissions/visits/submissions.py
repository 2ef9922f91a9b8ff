"""Submitting games, saying who played them, and deciding about the referee's verdicts."""

from typing import Any

from games import policies
from games.models import Adjudication, Game, Submission
from games.submissions.services.uploads import submit_text
from tests.games.records import BARRAGOON, BROKEN
from tests.jobs.job_runner import run_jobs
from tests.permissions.declarations import Rule, Visit
from tests.permissions.world import Viewer, World


def paulas_upload(world: World) -> dict[str, Any]:
    upload = submit_text(account=world.accounts[Viewer.CONCERNED], text=BROKEN)
    run_jobs()
    return {"pk": upload.pk}


def paulas_record(world: World) -> dict[str, Any]:
    return {"pk": Submission.objects.get(upload_id=paulas_upload(world)["pk"]).pk}


def game_of_the_club(world: World) -> dict[str, Any]:
    submit_text(account=world.accounts[Viewer.CONCERNED], text=BARRAGOON, club=world.club)
    run_jobs()
    return {"pk": Game.objects.latest("pk").pk}


def a_decision(world: World) -> dict[str, Any]:
    newest = Adjudication.objects.latest("pk")
    return {"adjudication": newest.pk, "decision": "confirmed", "reason": "As the rules say."}


VISITS = (
    Visit("submit-games", Rule.SIGNED_IN),
    Visit("submit-games", Rule.SIGNED_IN, "POST"),
    Visit("uploads", Rule.SIGNED_IN),
    Visit("upload", policies.SEE_UPLOAD, arguments=paulas_upload, concerned=Viewer.CONCERNED),
    Visit("submission", policies.SEE_UPLOAD, arguments=paulas_record, concerned=Viewer.CONCERNED),
    Visit(
        "correct-submission", policies.SEE_UPLOAD, "POST", arguments=paulas_record, concerned=Viewer.CONCERNED
    ),
    Visit("link-players", policies.LINK_PLAYERS, arguments=game_of_the_club, concerned=Viewer.CONCERNED),
    Visit(
        "link-players", policies.LINK_PLAYERS, "POST", arguments=game_of_the_club, concerned=Viewer.CONCERNED
    ),
    Visit("adjudication", policies.SEE_PUBLIC, arguments=game_of_the_club),
    Visit("adjudication", policies.ADJUDICATE, "POST", arguments=game_of_the_club, data=a_decision),
)
