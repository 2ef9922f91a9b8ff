"""What accounts are told besides mails: notifications, the browsers that show them, and the choices among them."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from jobs.models import WorkItem
from players.models.accounts import User


class Channel(models.TextChoices):
    """Beside mail, whose choices are `MailChoice`."""

    PUSH = "push", _("Screen")
    FEED = "feed", _("Feed")


class ChannelChoice(models.Model):
    """Whether an account wants one kind by one channel. Without a row it does."""

    account = models.ForeignKey(User, on_delete=models.CASCADE, related_name="channel_choices")
    kind = models.CharField(max_length=60)
    channel = models.CharField(max_length=4, choices=Channel)
    wanted = models.BooleanField()

    class Meta:
        verbose_name = _("choice of a channel")
        verbose_name_plural = _("choices of channels")
        constraints = [
            models.UniqueConstraint(fields=["account", "kind", "channel"], name="channelchoice_once"),
            models.CheckConstraint(
                condition=models.Q(channel__in=Channel.values), name="channelchoice_channel_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.account}: {self.kind}, {self.channel}"


class PushSubscription(models.Model):
    """A browser that shows notifications: where its push service is, and the keys that only it can read with."""

    account = models.ForeignKey(User, on_delete=models.CASCADE, related_name="push_subscriptions")
    endpoint = models.TextField()
    # A browser has one address, and one account at a time: the digest is short enough for an index.
    endpoint_digest = models.CharField(max_length=64, unique=True)
    p256dh = models.CharField(max_length=100)
    auth = models.CharField(max_length=40)
    # The public key of the site that the browser was given: with another one it cannot be reached.
    site_key = models.CharField(max_length=100)
    browser = models.CharField(max_length=40, blank=True)
    system = models.CharField(max_length=40, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    # One after the other; a message that is delivered begins anew.
    failures = models.PositiveSmallIntegerField(default=0)

    class Meta:
        verbose_name = _("browser with notifications")
        verbose_name_plural = _("browsers with notifications")

    def __str__(self) -> str:
        return f"{self.account}: {self.browser} {self.system}".strip()


class Notification(models.Model):
    """Something that one account was told, in its language: a row for each time, however often a job runs."""

    account = models.ForeignKey(User, on_delete=models.CASCADE, related_name="notifications")
    kind = models.CharField(max_length=60)
    # What it is about; a later one about the same takes its place on a screen.
    subject = models.CharField(max_length=60)
    # Which of those about the subject it is.
    version = models.CharField(max_length=40)
    title = models.CharField(max_length=200)
    text = models.CharField(max_length=300)
    path = models.CharField(max_length=300)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("notification")
        verbose_name_plural = _("notifications")
        constraints = [
            models.UniqueConstraint(fields=["account", "subject", "version"], name="notification_once"),
        ]
        indexes = [
            models.Index(fields=["account", "-created_at"], name="notification_newest"),
            models.Index(fields=["created_at"], name="notification_oldest"),
        ]

    def __str__(self) -> str:
        return f"{self.account}: {self.title}"


class PushMessage(WorkItem):
    """A notification on its way to one browser."""

    notification = models.ForeignKey(Notification, on_delete=models.CASCADE, related_name="messages")
    subscription = models.ForeignKey(PushSubscription, on_delete=models.CASCADE, related_name="messages")
    # How often the push service could not take it.
    failures = models.PositiveSmallIntegerField(default=0)

    class Meta(WorkItem.Meta):
        verbose_name = _("message to a browser")
        verbose_name_plural = _("messages to browsers")
        constraints = [
            *WorkItem.Meta.constraints,
            models.UniqueConstraint(fields=["notification", "subscription"], name="pushmessage_once"),
        ]

    def __str__(self) -> str:
        return f"{self.pk}"


class PersonalFeed(models.Model):
    """The secret in the address of an account's own feed and calendar. A new one makes the old addresses stop."""

    account = models.OneToOneField(User, on_delete=models.CASCADE, related_name="personal_feed")
    secret = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("personal feed")
        verbose_name_plural = _("personal feeds")

    def __str__(self) -> str:
        return str(self.account)
