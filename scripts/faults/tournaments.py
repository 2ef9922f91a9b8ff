"""An organiser at work: events with rounds that are paired, published, played, closed and rated, by the API."""

import time
from typing import Any, Final

from django.utils import timezone

from scripts.faults.client import GaveUp, Visitor
from scripts.faults.load import Actor

ROUNDS: Final = 2
RESULTS: Final = ("1-0", "1/2-1/2", "0-1")


class Tournaments(Actor):
    """One event after the other."""

    pause = (1.0, 3.0)

    def act(self) -> None:
        visitor = self.visitor(self.crew.organiser)
        event, section = self._open_event(visitor)
        for number in range(1, ROUNDS + 1):
            if self.stopped.is_set() or not self._play_round(visitor, section, number):
                return
        self._post(visitor, f"events/{event}/step/", {"step": "finish"})
        self.ledger.finished_events.add(event)

    def _open_event(self, visitor: Visitor) -> tuple[int, int]:
        today = timezone.localdate().isoformat()
        head = {"club": self.crew.club, "name": f"Cup {self.rng.getrandbits(32):08x}", "game": "barragoon"}
        event = self._post(visitor, "events/", head | {"starts_on": today, "ends_on": today})
        plan = {"event": event["id"], "name": "Main", "planned_rounds": ROUNDS, "first_colour": "w"}
        section = self._post(visitor, "sections/", plan)
        self._post(visitor, f"events/{event['id']}/step/", {"step": "open"})
        for place, member in enumerate(self.crew.members):
            entry = {"section": section["id"], "person": member.person, "rating": 1900 - 50 * place}
            self._post(visitor, "entries/", entry)
        self._post(visitor, f"events/{event['id']}/step/", {"step": "start"})
        return int(event["id"]), int(section["id"])

    def _play_round(self, visitor: Visitor, section: int, number: int) -> bool:
        """False if the end of the run came first."""
        paired = self._post(visitor, "rounds/", {"section": section, "number": number})
        while paired["state"] == "ordered":
            if self.stopped.is_set():
                return False
            time.sleep(0.5)
            paired = self.expect(visitor.api("GET", f"rounds/{paired['id']}/"), "Reading a round")
            if paired["problem"] or paired["failed"]:
                raise GaveUp(f"Round {number} was not paired: {paired['problem']}")
        step = {"step": "publish", "version": paired["version"]}
        self._post(visitor, f"rounds/{paired['id']}/step/", step)
        self.ledger.published_rounds.add(paired["id"])
        for board in paired["boards"]:
            result = self.rng.choice(RESULTS)
            content = {"result": result, "version": board["version"]}
            self.expect(visitor.api("PATCH", f"pairings/{board['id']}/", content), "A result")
            self.ledger.results[board["id"]] = result
        self._post(visitor, f"rounds/{paired['id']}/step/", {"step": "close"})
        return True

    def _post(self, visitor: Visitor, path: str, content: dict[str, Any]) -> Any:
        return self.expect(visitor.api("POST", path, content), f"POST {path}")
