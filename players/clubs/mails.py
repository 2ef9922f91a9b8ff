"""The mails about joining a club. Each goes to one address alone, and none tells anybody's address to anybody."""

from typing import Final

from django.core.mail import send_mail
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from players.accounts.mail import send, site_address
from players.accounts.mail_kinds import MailKind, register
from players.models import ClubInvitation, JoinRequest, User

REQUESTS: Final = register(
    MailKind(
        "club_requests",
        _("Requests to join your clubs"),
        _("Somebody asks to become a member of a club that you own or organise."),
    )
)
ANSWERS: Final = register(
    MailKind(
        "club_answers",
        _("Answers of clubs"),
        _("A club has approved or declined your request to become a member."),
    )
)


def send_invitation(invitation: ClubInvitation, *, token: str) -> None:
    """In the language of whoever invites: nobody knows that of an address."""
    link = site_address(reverse("club-invitation", args=[token]))
    context = {"invitation": invitation, "club": invitation.club, "link": link}
    text = render_to_string("clubs/mail/invitation.txt", context).strip()
    subject, __, body = text.partition("\n")
    send_mail(subject.strip(), body.strip() + "\n", None, [invitation.email])


def tell_organiser_of_request(organiser: User, request: JoinRequest) -> None:
    address = reverse("club-requests", args=[request.club.slug])
    _about(request, organiser, REQUESTS, "clubs/mail/request.txt", address)


def tell_applicant_of_approval(applicant: User, request: JoinRequest) -> None:
    _about(request, applicant, ANSWERS, "clubs/mail/request_approved.txt", request.club.get_absolute_url())


def tell_applicant_of_refusal(applicant: User, request: JoinRequest) -> None:
    _about(request, applicant, ANSWERS, "clubs/mail/request_declined.txt", request.club.get_absolute_url())


def _about(request: JoinRequest, reader: User, kind: MailKind, template: str, path: str) -> None:
    context = {"request": request, "club": request.club, "link": site_address(path)}
    send(to=reader, kind=kind, template=template, context=context)
