"""What must hold whatever happens. Each check compares what was sent with what is there, and returns what is wrong."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from scripts.faults.ledger import NO_ANSWER, Answer, Ledger, SentPhoto, SentUpload
from scripts.faults.state import Facts, Queues, StoredUpload

# Messages in the queues ÷ rows that wait. What is sent by the clock, and what a worker has done but not yet taken out
# of the queue, is no row: a few of them are no backlog.
MAX_MESSAGES_PER_ROW: Final = 1.05
MESSAGES_BESIDE_ROWS: Final = 20
# A queue is read at one moment and the rows at another: only what stays so is wrong.
SAMPLES_IN_A_ROW: Final = 3
UNAVAILABLE: Final = 503
FIRST_SERVER_ERROR: Final = 500

Found = list[str]


def check_everything(ledger: Ledger, facts: Facts, mails: Mapping[str, int]) -> Found:
    """All that is asked once, when the site has recovered. `mails` says how many each address got."""
    return [
        *check_uploads(ledger.uploads.values(), facts),
        *check_results(ledger.results, facts),
        *check_rounds(ledger.published_rounds, facts),
        *check_events(ledger.finished_events, facts),
        *check_once(facts.history_lines),
        *check_confirmations(ledger.confirmed_games, facts),
        *check_mails(ledger.invitations, mails),
        *check_photos(ledger.photos, facts),
        *check_versions(facts.list_versions),
        *check_failed(facts.failed_jobs),
    ]


def count_done(ledger: Ledger, facts: Facts, mails: Mapping[str, int]) -> int:
    """How many of the things that were accepted are there."""
    stored = {upload.name: upload for upload in facts.uploads}
    records = sum(
        min(stored[sent.name].accepted, sent.valid) + min(stored[sent.name].errors, sent.broken)
        for sent in ledger.uploads.values()
        if sent.is_certain and sent.name in stored
    )
    return (
        records
        + sum(facts.results.get(board) == result for board, result in ledger.results.items())
        + len(ledger.published_rounds & facts.published_rounds)
        + sum(event in facts.rated_events for event in ledger.finished_events)
        + sum(min(facts.confirmations.get(game, 0), sent) for game, sent in ledger.confirmed_games.items())
        + sum(is_certain and mails.get(address, 0) > 0 for address, is_certain in ledger.invitations.items())
        + sum(
            not check_photos({person: sent}, facts)
            for person, sent in ledger.photos.items()
            if any(photo.is_certain for photo in sent)
        )
    )


def check_answers(answers: Iterable[Answer]) -> Found:
    """Never 500; every 503 says when to come again."""
    wrong: Counter[str] = Counter()
    ids: dict[str, str] = {}
    for answer in answers:
        if answer.status < FIRST_SERVER_ERROR or answer.status == NO_ANSWER:
            continue
        if answer.status != UNAVAILABLE:
            sentence = f"{answer.what} was answered with {answer.status}"
        elif not answer.has_retry_after:
            sentence = f"{answer.what} was answered with 503 without Retry-After"
        else:
            continue
        wrong[sentence] += 1
        ids.setdefault(sentence, answer.request_id)
    return [
        f"{sentence} ({count} times, first request {ids[sentence] or 'without an id'})."
        for sentence, count in wrong.items()
    ]


def check_uploads(sent: Iterable[SentUpload], facts: Facts) -> Found:
    """Each is there once with all its records, and each valid record is one game."""
    stored: dict[str, list[StoredUpload]] = {}
    for row in facts.uploads:
        stored.setdefault(row.name, []).append(row)
    found = []
    for upload in sent:
        rows = stored.pop(upload.name, [])
        if upload.is_certain and not rows:
            found.append(f"The upload {upload.name} was accepted and is not there.")
        if len(rows) > 1:
            found.append(f"The upload {upload.name} is there {len(rows)} times.")
        found += [sentence for row in rows for sentence in _check_records(upload, row)]
    found.extend(f"Nobody sent the upload {name}." for name in stored)
    games = sum(row.accepted for row in facts.uploads)
    if games != facts.games:
        found.append(f"There are {facts.games} games of {games} accepted records.")
    return found


def _check_records(sent: SentUpload, row: StoredUpload) -> Found:
    has = (row.accepted, row.errors, row.unfinished, row.duplicates, row.games)
    if has == (sent.valid, sent.broken, 0, 0, sent.valid):
        return []
    return [
        (
            f"The upload {sent.name} had {sent.valid} valid and {sent.broken} broken records; there are {row.accepted} "
            f"accepted, {row.errors} with errors, {row.unfinished} unfinished, {row.duplicates} known before, "
            f"{row.games} games."
        )
    ]


def check_results(sent: Mapping[int, str], facts: Facts) -> Found:
    return [
        f"Board {board} has the result {facts.results.get(board, 'of nobody')!r}; {result!r} was accepted."
        for board, result in sent.items()
        if facts.results.get(board) != result
    ]


def check_rounds(sent: Iterable[int], facts: Facts) -> Found:
    return [f"Round {number} was published and is not." for number in set(sent) - facts.published_rounds]


def check_events(sent: Iterable[int], facts: Facts) -> Found:
    return [
        f"Event {event} was finished and handed to the rating lists {facts.rated_events.get(event, 0)} times."
        for event in sent
        if facts.rated_events.get(event, 0) != 1
    ]


def check_once(lines: Mapping[str, int]) -> Found:
    return [f"The history has {count} lines “{line}”." for line, count in lines.items() if count > 1]


def check_confirmations(sent: Mapping[int, int], facts: Facts) -> Found:
    return [
        f"Game {game} was confirmed by {players} players; {facts.confirmations.get(game, 0)} are there."
        for game, players in sent.items()
        if facts.confirmations.get(game, 0) < players
    ]


def check_mails(sent: Mapping[str, bool], mails: Mapping[str, int]) -> Found:
    """One for each invitation, and none for one that was refused."""
    return [
        f"{address} got {mails.get(address, 0)} mails; the invitation was {'' if is_certain else 'perhaps '}accepted."
        for address, is_certain in sent.items()
        if mails.get(address, 0) > 1 or (is_certain and not mails.get(address))
    ]


def check_said_once(said_twice: Mapping[str, int]) -> Found:
    return [f"There are {count} mails {mail} with the same words." for mail, count in said_twice.items()]


def check_photos(sent: Mapping[int, list[SentPhoto]], facts: Facts) -> Found:
    """The last one that was accepted, or a later one whose answer was lost."""
    found = []
    for person, photos in sent.items():
        last = max((place for place, photo in enumerate(photos) if photo.is_certain), default=-1)
        possible = {photo.key for photo in photos[max(last, 0) :]} | ({""} if last < 0 else set())
        if facts.photos.get(person, "") not in possible:
            found.append(
                f"Person {person} has another photo than the last that was accepted, or a broken one."
            )
    return found


def check_versions(versions: Mapping[str, list[int]]) -> Found:
    return [
        f"The rating list {name} has the versions {numbers}."
        for name, numbers in versions.items()
        if numbers != list(range(1, len(numbers) + 1))
    ]


def check_failed(failed: Mapping[str, int]) -> Found:
    return [f"{count} jobs “{kind}” failed for good." for kind, count in failed.items()]


def check_history(before: Mapping[int, str], now: Mapping[int, str]) -> Found:
    changed = [pk for pk, digest in before.items() if now.get(pk) != digest]
    return (
        [f"{len(changed)} lines of the history were changed or lost, as line {changed[0]}."]
        if changed
        else []
    )


def has_too_many_messages(queues: Queues) -> bool:
    return queues.messages > queues.waiting * MAX_MESSAGES_PER_ROW + MESSAGES_BESIDE_ROWS


def check_queues(samples: list[Queues]) -> Found:
    """The last ones, one after the other."""
    last = samples[-SAMPLES_IN_A_ROW:]
    if len(last) < SAMPLES_IN_A_ROW or not all(map(has_too_many_messages, last)):
        return []
    return [f"There are {last[-1].messages} messages in the queues for {last[-1].waiting} rows that wait."]


def check_waiting(waiting: int, *, leases: float) -> Found:
    return [f"{waiting} rows still wait {leases:g} leases after the faults."] if waiting else []


def check_recovery(name: str, ratio: float, *, limit: float) -> Found:
    return (
        [f"After “{name}”, work waited for {ratio:.1f} leases; {limit:g} are allowed."]
        if ratio > limit
        else []
    )
