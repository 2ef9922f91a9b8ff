"""Mail about invitations and requests to join. Each goes to one address and shows nobody else's."""

from typing import Final

from django.core.mail import send_mail
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from jobs.mail import render_mail
from players.accounts.services.mail import MailKind, absolute_url, send_account_mail
from players.models import ClubInvitation, JoinRequest, User

JOIN_REQUEST_MAIL: Final = MailKind(
    "club_requests",
    _("Requests to join your clubs"),
    _("Somebody asks to become a member of a club that you own or organise."),
)
JOIN_ANSWER_MAIL: Final = MailKind(
    "club_answers",
    _("Answers of clubs"),
    _("A club has approved or declined your request to become a member."),
)


def send_invitation_mail(invitation: ClubInvitation, *, secret: str) -> None:
    """In the language of the person who invites: that of the address is unknown."""
    link = absolute_url(reverse("club-invitation", args=[secret]))
    context = {"invitation": invitation, "club": invitation.club, "link": link}
    subject, body = render_mail("clubs/mail/invitation.txt", context)
    send_mail(subject, body, None, [invitation.email])


def notify_organiser_of_request(organiser: User, request: JoinRequest) -> None:
    address = reverse("club-requests", args=[request.club.slug])
    _send_about(request, organiser, JOIN_REQUEST_MAIL, "clubs/mail/request.txt", address)


def notify_applicant_of_approval(applicant: User, request: JoinRequest) -> None:
    _send_about(
        request,
        applicant,
        JOIN_ANSWER_MAIL,
        "clubs/mail/request_approved.txt",
        request.club.get_absolute_url(),
    )


def notify_applicant_of_refusal(applicant: User, request: JoinRequest) -> None:
    _send_about(
        request,
        applicant,
        JOIN_ANSWER_MAIL,
        "clubs/mail/request_declined.txt",
        request.club.get_absolute_url(),
    )


def _send_about(request: JoinRequest, reader: User, kind: MailKind, template: str, path: str) -> None:
    context = {"request": request, "club": request.club, "link": absolute_url(path)}
    send_account_mail(to=reader, kind=kind, template=template, context=context)
