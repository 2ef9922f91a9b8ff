"""Event files as a way in: forged ones, odd ones, those of somebody else's event, and files that others have sent."""

import base64
from random import Random

from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from hypothesis import strategies as st
from hypothesis.stateful import rule

from players.models import Person
from tests.security.attacks import chance_, club_, who_
from tests.security.event_file_forgery import ODDITIES, forge
from tests.security.stage import Stage
from tournaments.models import Event, EventFile, EventOrigin


class FileAttacks(Stage):
    @rule(who=who_, club=club_, chance=chance_)
    def send_event_file(self, who: str, club: str, chance: Random) -> None:
        """The file of an honest event, as it came or forged; then it is confirmed with any choices."""
        data = chance.choice(self.world.event_files)
        if chance.random() < 0.8:
            data = forge(data, chance, ids=list(EventOrigin.objects.values_list("file_id", flat=True)))
        self.import_event_file(who, club, data, chance)
        self.after_attack()

    @rule(who=who_, club=club_, odd=st.sampled_from(tuple(ODDITIES)), chance=chance_)
    def send_odd_event_file(self, who: str, club: str, odd: str, chance: Random) -> None:
        self.import_event_file(who, club, ODDITIES[odd](self.world.event_files[0]), chance)
        self.after_attack()

    @rule(who=who_, event=st.integers(0, 7), club=club_, chance=chance_)
    def move_event(self, who: str, event: int, club: str, chance: Random) -> None:
        """Whatever event's file the site gives them is imported into some club."""
        events = list(Event.objects.order_by("pk").values_list("pk", flat=True))
        path = reverse("download-event", args=[events[event % len(events)]])
        response = self.world.browser_of(who).get(path)
        data = self.watch.read(who, response)
        if response.status_code == 200:
            self.import_event_file(who, club, data, chance)
        self.after_attack()

    @rule(who=who_, club=club_, step=st.sampled_from(("", "confirm-event-file", "discard-event-file")))
    def use_files_of_others(self, who: str, club: str, step: str) -> None:
        """What somebody else has sent, by its page and by the API."""
        others = EventFile.objects.exclude(uploaded_by=self.world.accounts[who])
        for file in others.order_by("pk").values_list("pk", flat=True):
            self.page(who, reverse(step or "event-file", args=[club, file]), {} if step else None)
            method = {"": "GET", "confirm-event-file": "POST", "discard-event-file": "DELETE"}[step]
            path = f"/api/v1/event-files/{file}/"
            self.api(who, method, f"{path}import/" if method == "POST" else path, {"again": True})
        self.after_attack()

    def import_event_file(self, who: str, club: str, data: bytes, chance: Random) -> None:
        known = EventFile.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
        if chance.random() < 0.5:
            self.page(who, reverse("import-event-file", args=[club]), {"file": _upload(data)})
        else:
            content = {"club": club, "content": base64.b64encode(data).decode(), "file_name": "event.zip"}
            self.api(who, "POST", "/api/v1/event-files/", content)
        self.after_attack()
        people = list(Person.objects.order_by("pk").values_list("pk", flat=True))
        for file in EventFile.objects.filter(pk__gt=known).order_by("pk").values_list("pk", flat=True):
            answer = self.api(who, "GET", f"/api/v1/event-files/{file}/")
            choices = {}
            for person in (answer or {}).get("people", []):
                offered = [*map(str, person["candidates"]), "new", str(chance.choice(people))]
                choices[str(person["number"])] = chance.choice(offered)
            content = {"choices": choices, "rated": chance.random() < 0.8, "again": True}
            self.api(who, "POST", f"/api/v1/event-files/{file}/import/", content)
        self.after_attack()


def _upload(data: bytes) -> SimpleUploadedFile:
    return SimpleUploadedFile("event.zip", data, content_type="application/zip")
