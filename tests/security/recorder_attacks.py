"""The recorder as a way in: drafts of others, boards that are not one's own, steps and ids that are guessed."""

import json
from random import Random
from typing import Any
from uuid import UUID

from django.urls import reverse
from django.utils import timezone
from hypothesis import strategies as st
from hypothesis.stateful import rule

from games.models import Game, Recording, RecordingStep
from players.models import Club
from tests.security.attacks import BOARDS, chance_, club_, who_
from tests.security.stage import Stage
from tournaments.event_records import target_pairing
from tournaments.models import Pairing

_STEPS = (
    ("ply", "c2-c4"),
    ("ply", "c2c9"),
    ("ply", "x" * 60),
    ("comment", "mine"),
    ("comment", "x" * 1000),
    ("comment", "half a letter \ud800"),
    ("comment", "nothing\0"),
    ("setup", "0 " + "/".join(["F" * 10] * 4)),
    ("setup", "2 x"),
    ("undo", "0"),
    ("undo", "9999"),
    ("undo", "-1"),
    ("offer", ""),
    ("agree", ""),
    ("resign", "0"),
    ("flag", "1"),
    ("unknown", ""),
)
_CLOCKS = ("now", "0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59-23:59", "2026-05-02T10:00:00", "", 5)
_WAYS = ("", "scribe", "score_sheet", "phones")
_NOT_STEPS = ("", "[]", "[" * 5000, '{"steps": [1]}', '{"steps": 1}', '{"tip": 1}', '{"tip": "\ud800"}')


class RecorderAttacks(Stage):
    @rule(who=who_, board=st.integers(0, 7), chance=chance_)
    def record_board(self, who: str, board: int, chance: Random) -> None:
        """Somebody's board, from the first move until the record stands."""
        pairings = list(Pairing.objects.order_by("pk"))
        mark = target_pairing(pairings[board % len(pairings)])
        self.page(who, f"{reverse('record')}?board={mark}")
        self.page(who, reverse("record"), {"board": mark, "way": chance.choice(_WAYS)})
        self.after_attack()
        for draft in self.drafts_of_boards(mark):
            self.finish_draft(who, draft)

    @rule(who=who_, club=club_, visibility=st.sampled_from(("public", "club", "private", "embargoed")))
    def record_free_game(self, who: str, club: str, visibility: str) -> None:
        """In the name of whatever club, with names of others."""
        content = {"kind": "barragoon", "first": "Mia Maus", "second": "Max Mohn", "visibility": visibility}
        content["way"] = "scribe"
        self.page(who, reverse("record"), content | {"club": str(Club.objects.get(slug=club).pk)})
        self.after_attack()
        for draft in Recording.objects.filter(account=self.world.accounts[who]).order_by("-pk")[:1]:
            self.finish_draft(who, draft)

    @rule(who=who_, chance=chance_)
    def use_drafts_of_others(self, who: str, chance: Random) -> None:
        """Their addresses and the ids of their steps have become known."""
        others = Recording.objects.exclude(account=self.world.accounts[who]).order_by("pk")
        for draft in others:
            for name in (
                "recording",
                "recording-steps",
                "recording-seat",
                "recording-seat-steps",
                "recording-rules",
            ):
                self.page(who, reverse(name, args=[draft.key]))
            self.take_seat(who, draft)
            self.send_steps(who, draft, chance)
            self.finish_draft(who, draft)
            self.page(who, reverse("adjourn-recording", args=[draft.key]), {})
            self.after_attack()
            self.page(who, reverse("delete-recording", args=[draft.key]), {})
            self.after_attack()

    @rule(who=who_, chance=chance_)
    def send_odd_steps(self, who: str, chance: Random) -> None:
        """To a draft of one's own, with what is no step, and with ids of somebody else's."""
        kind, way = chance.choice(
            [("barragoon", "scribe"), ("stratego", "scribe"), ("stratego", "phones_first")]
        )
        self.page(who, reverse("record"), {"kind": kind, "way": way, "visibility": "public"})
        for draft in Recording.objects.filter(account=self.world.accounts[who]).order_by("-pk")[:1]:
            for _ in range(3):
                self.send_steps(who, draft, chance)
            for name in ("recording-steps", "hand-in-recording"):
                self.send_json(who, reverse(name, args=[draft.key]), chance.choice(_NOT_STEPS))
            self.page(who, f"{reverse('recording-steps', args=[draft.key])}?after=0")
            self.page(who, reverse("recording", args=[draft.key]))
        self.after_attack()

    def take_seat(self, who: str, draft: Recording) -> None:
        """By an address that is guessed; then with a set-up of one's own, and with steps."""
        for invitation in (str(draft.key), f"{draft.key}:{'x' * 43}"):
            self.page(who, reverse("join-recording", args=[invitation]))
            self.page(who, reverse("join-recording", args=[invitation]), {})
        body = json.dumps({"text": "/".join(["F" * 10] * 4), "seal": True})
        self.send_json(who, reverse("recording-seat-setup", args=[draft.key]), body)
        rows = [_row(UUID(int=1), None, 1, "resign", "0", "now")]
        self.send_json(who, reverse("recording-seat-steps", args=[draft.key]), json.dumps({"steps": rows}))

    def send_steps(self, who: str, draft: Recording, chance: Random) -> None:
        keys = list(RecordingStep.objects.order_by("pk").values_list("key", "number"))[-50:]
        parent, number = chance.choice([*keys, (None, 0)])
        rows = []
        for _ in range(chance.randrange(1, 6)):
            kind, text = chance.choice(_STEPS)
            key = (
                chance.choice(keys)[0]
                if keys and chance.random() < 0.2
                else UUID(int=chance.getrandbits(128))
            )
            number = number + 1 if chance.random() < 0.9 else chance.choice([0, -1, 10**9])
            rows.append(_row(key, parent, number, kind, text, chance.choice(_CLOCKS)))
            parent = key
        self.send_json(who, reverse("recording-steps", args=[draft.key]), json.dumps({"steps": rows}))

    def finish_draft(self, who: str, draft: Recording) -> None:
        """A move and that the other side resigns, after what stands there and from the beginning; hand it in."""
        last = RecordingStep.objects.filter(recording=draft).order_by("-number").first()
        for before in {last, None}:
            parent, number = (before.key, before.number) if before else (None, 0)
            move, end = UUID(int=draft.pk << 8 | number), UUID(int=draft.pk << 8 | number + 1 | 1 << 80)
            rows = [
                _row(move, parent, number + 1, "ply", "c2-c4", "now"),
                _row(end, move, number + 2, "resign", "1", "now"),
            ]
            self.send_json(who, reverse("recording-steps", args=[draft.key]), json.dumps({"steps": rows}))
        tips = RecordingStep.objects.filter(recording=draft).order_by("-pk").values_list("key", flat=True)
        for tip in list(tips)[:2]:
            self.send_json(who, reverse("hand-in-recording", args=[draft.key]), json.dumps({"tip": str(tip)}))
            self.after_attack()
        game = Game.objects.order_by("-pk").values_list("pk", flat=True).first()
        self.page(who, f"/games/{game}/{BOARDS[0]}")

    def drafts_of_boards(self, mark: str) -> list[Recording]:
        return list(Recording.objects.filter(meant_for=mark).order_by("pk"))

    def send_json(self, who: str, path: str, body: str) -> None:
        data = body.encode("utf-8", "surrogatepass")
        response = self.world.browser_of(who).post(path, data, content_type="application/json")
        self.watch.read(who, response)


def _row(key: UUID, parent: UUID | None, number: int, kind: str, text: str, made: Any) -> dict[str, Any]:
    return {
        "key": str(key),
        "parent": str(parent) if parent else None,
        "number": number,
        "kind": kind,
        "text": text,
        "made": timezone.now().isoformat() if made == "now" else made,
    }
