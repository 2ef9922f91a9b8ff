"""Which upload or record a page is about, for those who may see it: for others there is none."""

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from games.models import Submission, Upload
from games.policies import may_see_submission, may_see_upload
from players.permissions import Actor


def upload_or_404(actor: Actor, pk: int) -> Upload:
    upload = get_object_or_404(Upload.objects.select_related("club"), pk=pk)
    if not may_see_upload(actor, upload):
        raise Http404(_("There is no such upload."))
    return upload


def submission_or_404(actor: Actor, pk: int) -> Submission:
    game = ("game", "game__club", "game__first_person", "game__second_person")
    submission = get_object_or_404(
        Submission.objects.select_related("upload", "corrects", "correction", *game), pk=pk
    )
    if not may_see_submission(actor, submission):
        raise Http404(_("There is no such record."))
    return submission
