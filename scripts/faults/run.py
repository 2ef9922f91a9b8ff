"""One run: load, faults one after the other, a time to recover, and all checks."""

import itertools
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from django.utils import timezone

from scripts.faults import facts, invariants
from scripts.faults.actions import can_do, do_fault
from scripts.faults.crew import make_crew
from scripts.faults.ledger import Ledger, answered_share, median_seconds
from scripts.faults.load import Actor, FileUploads, FreeGames, Invitations, Photos, Readers, SingleUploads
from scripts.faults.plan import PlannedFault, planned_faults
from scripts.faults.report import FaultFigures, RunFigures
from scripts.faults.site import FaultySite
from scripts.faults.state import Queues
from scripts.faults.tournaments import Tournaments

ACTORS: Final[tuple[type[Actor], ...]] = (
    SingleUploads, FileUploads, FreeGames, Invitations, Photos, Readers, Tournaments,
)  # fmt: skip
# What waited when a fault was over has to be done within so many leases: one until the claim has run out, one until the
# sweeper has seen that and a worker has come to it, and one for programs that start again on a busy machine.
MAX_LEASES: Final = 3.0
SAMPLE_SECONDS: Final = 2.0
HISTORY_EVERY: Final = 15  # samples
PROGRESS_EVERY: Final = 15


@dataclass(frozen=True)
class RunOptions:
    seed: int
    minutes: float
    max_faults: int | None = None
    quiet_seconds: float = 60.0
    crews: int = 2


@dataclass
class Watch:
    """Looks at the queues and the history all the time, and keeps what is wrong."""

    ledger: Ledger
    say: Callable[[str], None]
    samples: list[Queues] = field(default_factory=list)
    max_messages: float = 0.0
    history: dict[int, str] = field(default_factory=dict)
    found: list[str] = field(default_factory=list)
    stopped: threading.Event = field(default_factory=threading.Event)

    def run(self) -> None:
        try:
            self._watch()
        except Exception as error:
            self.found.append(f"Nobody watched the queues and the history any more: {error!r}")
            raise

    def _watch(self) -> None:
        for number in itertools.count():
            if self.stopped.wait(SAMPLE_SECONDS):
                return
            queues = facts.ask(facts.read_queues)
            if queues is None:
                self.samples.clear()  # not in a row any more
                continue
            self.samples.append(queues)
            ratio = queues.messages / (queues.waiting + invariants.MESSAGES_BESIDE_ROWS)
            self.max_messages = max(self.max_messages, ratio)
            self.found += [line for line in invariants.check_queues(self.samples) if not self.found]
            if number % HISTORY_EVERY == 0:
                self.look_at_history()
            if number % PROGRESS_EVERY == 0:
                self.say(self._progress(queues))

    def look_at_history(self) -> None:
        if now := facts.ask(facts.read_history):
            self.found += invariants.check_history(self.history, now)
            self.history = now

    def _progress(self, queues: Queues) -> str:
        share = answered_share(self.ledger.answers[-1000:])
        return (
            f"{self.ledger.accepted()} things accepted, {queues.waiting} rows wait, {queues.messages} messages, "
            f"{share:.1%} of the last requests answered"
        )


class Run:
    def __init__(self, site: FaultySite, options: RunOptions) -> None:
        self.site = site
        self.options = options
        self.ledger = Ledger()
        self.started = time.monotonic()
        self.watch = Watch(self.ledger, self.say)
        self.faults: list[FaultFigures] = []
        self.log: list[str] = []
        self.not_tried: set[str] = set()
        self.found: list[str] = []
        self.done = 0

    def say(self, line: str) -> None:
        minutes, seconds = divmod(int(time.monotonic() - self.started), 60)
        print(f"{minutes:3}:{seconds:02}  {line}", flush=True)

    def __call__(self) -> RunFigures:
        actors = self._start_load()
        watching = threading.Thread(target=self.watch.run, daemon=True)
        watching.start()
        quiet_from = time.monotonic()
        time.sleep(self.options.quiet_seconds)
        faults_from = time.monotonic()
        try:
            self._do_faults(until=faults_from + self.options.minutes * 60 - self.options.quiet_seconds)
            faults_until = time.monotonic()
            self._stop_load(actors)
            self._recover()
        finally:
            self.watch.stopped.set()
            watching.join()
        self._check()
        return self._figures(quiet_from, faults_from, faults_until)

    def _start_load(self) -> list[Actor]:
        crews = [make_crew(number) for number in range(1, self.options.crews + 1)]
        seed = str(self.options.seed)
        actors = [kind(crew, self.site.ports, self.ledger, seed) for crew in crews for kind in ACTORS]
        for actor in actors:
            actor.start()
        return actors

    def _stop_load(self, actors: list[Actor]) -> None:
        self.say("no more faults; everybody ends what they have begun")
        for actor in actors:
            actor.stopped.set()
        for actor in actors:
            actor.join()

    def _do_faults(self, *, until: float) -> None:
        for fault in planned_faults(self.options.seed):
            done = len(self.faults) + len(self.not_tried)
            if time.monotonic() + fault.pause > until or done == self.options.max_faults or self.watch.found:
                return
            time.sleep(fault.pause)
            if not all(can_do(self.site, kind) for kind in fault.kinds):
                self.not_tried |= {kind for kind in fault.kinds if not can_do(self.site, kind)}
                continue
            self._do_fault(fault)

    def _do_fault(self, fault: PlannedFault) -> None:
        self.say(f"FAULT {fault.name} ({fault.seconds:g} s, target {fault.target})")
        self.log.append(f"{time.strftime('%H:%M:%S')} {fault.name}")
        began = time.monotonic()
        self.found += do_fault(self.site, fault)
        ratio = self._wait_for_recovery()
        answers = list(self.ledger.between(began, time.monotonic()))
        self.faults.append(FaultFigures(fault.name, ratio, answered_share(answers)))
        self.found += invariants.check_recovery(fault.name, ratio, limit=MAX_LEASES)
        self.say(f"      recovered after {ratio:.2f} leases")

    def _wait_for_recovery(self) -> float:
        """In leases, until the servers answer and what waited at the fault's end is done."""
        over, over_at = time.monotonic(), timezone.now()
        limit = MAX_LEASES * facts.lease_seconds() + SAMPLE_SECONDS
        while time.monotonic() - over < limit:
            waiting = facts.ask(lambda: facts.count_waiting(since_before=over_at))
            if waiting == 0 and self.site.is_served():
                break
            time.sleep(0.5)
        return (time.monotonic() - over) / facts.lease_seconds()

    def _recover(self) -> None:
        ratio = self._wait_for_recovery()
        self.say(f"all work done {ratio:.2f} leases after the load has ended")
        waiting = facts.ask(facts.count_waiting)
        if waiting is None:
            self.found.append("The database does not answer although the faults are over.")
        else:
            self.found += invariants.check_waiting(waiting, leases=MAX_LEASES)

    def _check(self) -> None:
        self.watch.look_at_history()
        self.found += self.watch.found + self.ledger.troubles
        mails = {address: self.site.mailbox.mails_to(address) for address in self.ledger.invitations}
        stored = facts.read_facts()
        self.found += invariants.check_everything(self.ledger, stored, mails)
        self.done = invariants.count_done(self.ledger, stored, mails)
        self.found += invariants.check_said_once(self.site.mailbox.said_twice())
        self.found += invariants.check_answers(self.ledger.answers)
        self.say("manage.py verify …")
        self._check_command("verify", "--quiet")
        if self.site.backups:
            self.say(f"proving the last of {len(self.site.backups)} backups …")
            self._check_command("backup", str(self.site.backups[-1]), "--verify", "--quiet")

    def _check_command(self, *arguments: str) -> None:
        done = self.site.manage(*arguments)
        if done.returncode:
            self.found.append(
                f"manage.py {arguments[0]}: {done.stdout.strip()[-500:]} {done.stderr.strip()[-500:]}"
            )

    def _figures(self, quiet_from: float, faults_from: float, faults_until: float) -> RunFigures:
        before = list(self.ledger.between(quiet_from, faults_from))
        during = list(self.ledger.between(faults_from, faults_until))
        accepted = self.ledger.accepted()
        unavailable = sum(answer.status == invariants.UNAVAILABLE for answer in during)
        return RunFigures(
            seed=self.options.seed,
            minutes=(faults_until - quiet_from) / 60,
            faults=self.faults,
            sent=len(during),
            answered=answered_share(during),
            unavailable=unavailable / len(during) if during else 0.0,
            latency=median_seconds(during) / (median_seconds(before) or 1.0),
            cut_by_us=self.ledger.cut_by_us,
            accepted=accepted,
            done=self.done / accepted if accepted else 1.0,
            max_messages=self.watch.max_messages,
            messages_beside_rows=invariants.MESSAGES_BESIDE_ROWS,
            mails=self.site.mailbox.mails(),
            mail_deliveries=self.site.mailbox.deliveries(),
            unexpected_ends=dict(self.site.manager.unexpected_ends),
            not_tried=tuple(sorted(self.not_tried)),
            found=tuple(self.found),
        )


def complain(run: Run) -> None:
    print("\nSomething is wrong:", file=sys.stderr)
    for sentence in run.found:
        print(f"- {sentence}", file=sys.stderr)
    print(f"The last faults: {'; '.join(run.log[-5:]) or 'none'}", file=sys.stderr)
    print(f"The logs lie in {run.site.logs}.", file=sys.stderr)
    print(f"FAULT_SEED={run.options.seed} repeats the faults.", file=sys.stderr)
