"""What becomes of records when their job is given up: each ends as an error, and none waits for ever."""

from django.utils import timezone

from games.models import Submission, SubmissionSlice, SubmissionState, Upload
from games.submitting.codes import SubmissionCode, error_data
from jobs.work_item import WorkState


def give_up_slice(item: SubmissionSlice) -> None:
    """The records that have no fate yet get this one."""
    error = error_data(
        SubmissionCode.CANNOT_BE_CHECKED,
        "The referee tried again and again, and did not get to the end. The site’s operator can see why.",
    )
    Submission.objects.filter(slice=item, state=SubmissionState.RECEIVED).update(
        state=SubmissionState.ERROR, errors=[error]
    )


def take_up_slice(item: SubmissionSlice) -> None:
    """What could not be checked waits again, unless its submitter has corrected it meanwhile."""
    Submission.objects.filter(
        slice=item,
        state=SubmissionState.ERROR,
        is_current=True,
        errors__0__code=SubmissionCode.CANNOT_BE_CHECKED,
    ).update(state=SubmissionState.RECEIVED, errors=[], tries=0)


def give_up_upload(upload: Upload) -> None:
    """One error stands for all that was not read. It is not counted as received: nobody has seen a record there."""
    part = SubmissionSlice.objects.create(upload=upload, state=WorkState.DONE, finished_at=timezone.now())
    Submission.objects.create(
        upload=upload,
        slice=part,
        ordinal=upload.received + 1,
        raw=b"",
        state=SubmissionState.ERROR,
        errors=[
            error_data(
                SubmissionCode.NOT_READ,
                "From here on the upload could not be read. The site’s operator can see why. "
                "What was read before is not lost.",
            )
        ],
    )


def take_up_upload(upload: Upload) -> None:
    """The records themselves come into the place of the error that stood for them."""
    SubmissionSlice.objects.filter(
        upload=upload, submissions__errors__0__code=SubmissionCode.NOT_READ
    ).delete()
