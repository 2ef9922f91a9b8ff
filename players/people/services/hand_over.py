"""A profile that changes hands carries no role above member: owners of the clubs are told, and may give it again."""

from typing import Final

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from audit import services as audit
from players import audit_actions
from players.accounts.services.mail import MailKind, absolute_url, send_account_mail
from players.models import Club, InvitationState, Membership, MembershipOffer, Person, Role, User

ROLE_MAIL: Final = MailKind(
    "roles_to_give",
    _("Roles to give again"),
    _("A profile of your club has a new owner or was merged, and has lost its role in the club by that."),
)


def drop_roles(person: Person, *, actor: User | None) -> None:
    """The person, locked by the caller, is a plain member everywhere; what clubs have offered is that, too."""
    clubs = list(Membership.objects.filter(person=person).values_list("club", flat=True))
    list(Club.objects.select_for_update().filter(pk__in=clubs).order_by("pk").values_list("pk"))
    above_member = Membership.objects.filter(person=person).exclude(role=Role.MEMBER).select_related("club")
    for membership in above_member:
        lost = Role(membership.role)
        membership.role = Role.MEMBER
        membership.save(update_fields=["role"])
        announce_lost_role(person, membership.club, lost, actor=actor)
    MembershipOffer.objects.filter(person=person, state=InvitationState.OPEN).update(role=Role.MEMBER)


def announce_lost_role(person: Person, club: Club, role: Role, *, actor: User | None) -> None:
    """A line in the club's history, and a mail to those who may give the role again."""
    audit.record(
        actor=actor,
        action=audit_actions.ROLE_NOT_CARRIED,
        target=person,
        before={"role": role.value},
        after={"role": Role.MEMBER.value},
        club=club.pk,
    )
    active = User.objects.filter(is_active=True)
    owners = active.filter(person__memberships__club=club, person__memberships__role=Role.OWNER)
    context = {
        "club": club,
        "person": person,
        "role": role.label,
        "link": absolute_url(reverse("club-members", args=[club.slug])),
    }
    for reader in owners if owners.exists() else active.filter(is_staff=True):
        send_account_mail(
            to=reader, kind=ROLE_MAIL, template="people/mail/role_not_carried.txt", context=context
        )
