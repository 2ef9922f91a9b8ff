"""Mail about invitations and requests to join. Each goes to one address and shows nobody else's."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Final

from django.core.mail import send_mail
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from jobs.mail import render_mail
from players.accounts.services.mail import MailKind, absolute_url, send_account_mail
from players.clubs.selectors.offers import accounts_answering_for
from players.models import ClubInvitation, JoinRequest, MembershipOffer, User

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
OFFER_MAIL: Final = MailKind(
    "club_offers",
    _("Clubs that ask for people"),
    _("A club asks you to join, or somebody for whom you answer; and what others answered to your own club."),
)

# More than a mail should list; the page shows all of them.
MAX_LISTED_OFFERS: Final = 20


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


def notify_of_offers(offers: Sequence[MembershipOffer]) -> None:
    """One mail for everybody who has to answer, however many of these wait for them. All are of one club."""
    waiting: dict[User, list[MembershipOffer]] = defaultdict(list)
    for offer in offers:
        for account in accounts_answering_for(offer.person):
            waiting[account].append(offer)
    for account, asked in waiting.items():
        context = {
            "club": asked[0].club,
            "asked_by": asked[0].asked_by,
            "offers": asked[:MAX_LISTED_OFFERS],
            "more": len(asked[MAX_LISTED_OFFERS:]),
            "own": asked[0].person.account_id == account.pk,
            "link": absolute_url(reverse("membership-offers")),
        }
        send_account_mail(to=account, kind=OFFER_MAIL, template="clubs/mail/offer.txt", context=context)


def notify_of_answer(offer: MembershipOffer, *, accepted: bool) -> None:
    if offer.asked_by is None or not offer.asked_by.is_active:
        return
    context = {
        "club": offer.club,
        "person": offer.person,
        "reason": offer.reason,
        "link": absolute_url(offer.club.get_absolute_url()),
    }
    template = "clubs/mail/offer_accepted.txt" if accepted else "clubs/mail/offer_declined.txt"
    send_account_mail(to=offer.asked_by, kind=OFFER_MAIL, template=template, context=context)
