"""A whole game of Stratego on two phones, followed by a third: nobody is sent what may not be known."""

import json
import random
from typing import Any, Final

import pytest
from playwright.sync_api import Page, Response, expect

from engine import stratego
from engine.core import FIRST
from games.live.presenters import looks
from games.live.services import share_recording
from games.models import Game, LiveMode, RecordingStep
from games.recorder.services import seats
from players.models import User
from tests.browser.pages import AGNES, PHONE, OpenBrowser, sign_in, wait_until
from tests.browser.recorder_pages import RecorderPage, expect_ready
from tests.engine.stratego.positions import random_setup
from tests.jobs.job_runner import run_jobs
from tests.templates.inventory import PASSWORD, create_agnes

EMAIL: Final = "dorte@example.org"
SEED: Final = 26

# What each player does: enters the own moves, and says yes to an attack of the other. It looks again at once instead of
# every two seconds.
PLAY: Final = """([plies, side]) => {
  const find = (name) => document.querySelector(`[data-recorder] [data-${name}]`);
  const count = () => document.querySelectorAll("[data-moves] [data-ply]").length - 1;
  const until = async (condition) => {
    for (let turn = 0; !condition(); turn += 1) {
      if (turn % 5 === 4) dispatchEvent(new Event("online"));
      await new Promise((done) => setTimeout(done, 10));
    }
  };
  window.played = 0;
  (async () => {
    for (const [index, ply] of plies.entries()) {
      if (index % 2 === side) {
        await until(() => count() === index && find("open").hidden && !find("typed").disabled);
        find("typed").value = ply;
        find("typed-form").requestSubmit();
        await until(() => count() === index + 1);
      } else if (ply.includes("x")) {
        await until(() => count() === index + 1 && !find("open").hidden && !find("confirm").hidden);
        find("confirm").click();
      }
      window.played = index + 1;
    }
    await until(() => !find("over").hidden);
    window.played = "all";
  })();
}"""


def whole_game() -> tuple[tuple[str, str], stratego.Game]:
    """Both attack whenever they can, until one has won; with their set-ups."""
    choice = random.Random(SEED)
    setups = random_setup(choice), random_setup(choice)
    game = stratego.Game(*setups)
    while game.outcome() is None:
        steps = sorted(game.legal_moves())
        attacks = [step for step in steps if step.kind == "attack"]
        step = choice.choice(attacks or steps)
        game.push(game.written(step.origin, step.target))
    return setups, game


@pytest.fixture
def players(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> tuple[User, User]:
    monkeypatch.setattr(looks, "PAUSE", 0)
    return create_agnes(), User.objects.create_user(EMAIL, PASSWORD, display_name="Dorte Holm")


def listen(page: Page) -> list[str]:
    """All that the site sends this page, but for files that everybody gets."""
    sent: list[str] = []

    def note(answer: Response) -> None:
        if "/static/" not in answer.url and answer.status == 200:
            sent.append(answer.text())

    page.goto("about:blank")  # what is under way of the page before has no body any longer
    page.on("response", note)
    return sent


@pytest.mark.timeout(300)
def test_a_whole_game_on_two_phones_tells_nobody_more_than_the_rules_do(
    open_browser: OpenBrowser, players: tuple[User, User]
) -> None:
    setups, game = whole_game()
    plies = [str(ply) for ply in game.plies]
    outcome = game.outcome()
    assert outcome is not None
    assert len(plies) >= 150
    shared = seats.start_shared_recording(
        account=players[0], kind="stratego", tags={"Red": "Agnes"}, side=FIRST
    )
    seats.take_seat(account=players[1], recording=seats.invited_recording(seats.invitation_to(shared)))
    for actor, text in zip(players, setups, strict=True):
        seats.keep_setup(actor=actor, recording=shared, text=text, is_sealed=True)
    live = share_recording(actor=players[0], recording=shared, mode=LiveMode.ON)

    phones = [open_browser(viewport=PHONE, has_touch=True, is_mobile=True) for _side in (0, 1)]
    sent = []
    for page, email in zip(phones, (AGNES, EMAIL), strict=True):
        sign_in(page, email)
        sent.append(listen(page))
        page.goto(f"/record/{shared.key}/seat/")
        expect_ready(page)
    spectator = open_browser(viewport=PHONE)
    sent.append(listen(spectator))
    spectator.goto(live.get_absolute_url())
    expect(spectator.locator("[data-live-game]")).to_be_attached()
    for side, page in enumerate(phones):
        page.evaluate(PLAY, [plies, side])
    for page in phones:
        wait_until(page, "window.played === 'all'")
    spectator.evaluate("dispatchEvent(new Event('online'))")
    expect(spectator.locator("[data-moves] li")).to_have_count(len(plies))

    stored = RecordingStep.objects.filter(recording=shared, kind="ply").order_by("number")
    assert list(stored.values_list("text", flat=True)) == plies
    # Of the other's set-up neither is sent a row, and the spectator of none.
    for texts, hidden in zip(sent, ([setups[1]], [setups[0]], setups), strict=True):
        assert len(texts) > 2
        for row in "/".join(hidden).split("/"):
            assert not any(row in text for text in texts), row
    for texts in sent[:2]:
        told = [step for text in texts for step in steps_in(text)]
        expect_shown_as_turned_over(told, setups, plies)
    expect_seen_by_spectator(sent[2], setups, plies)

    spare = open_browser()
    sign_in(spare, AGNES)
    spare.goto(f"/record/{shared.key}/seat/")
    expect_ready(spare)
    RecorderPage(spare).hand_in()
    run_jobs()
    assert Game.objects.values_list("result", "ply_count").get() == ("1-0", len(plies))


def steps_in(text: str) -> list[dict[str, Any]]:
    """Of an answer to a phone; nothing else may stand in it."""
    if not text.startswith("{"):
        return []
    answer = json.loads(text)
    if "steps" not in answer:
        return []
    assert set(answer) <= {"steps", "state", "sealed", "outcome", "cursor"}
    steps: list[dict[str, Any]] = answer["steps"]
    return steps


def expect_shown_as_turned_over(
    told: list[dict[str, Any]], setups: tuple[str, str], plies: list[str]
) -> None:
    """The letters of an attack's two pieces, with the word that settles it; of a quiet move nothing."""
    letters = attacks(setups, plies)
    shown = [step["shown"] for step in told if step["shown"]]
    assert shown
    count = 0
    for step in sorted({step["number"]: step for step in told}.values(), key=lambda step: step["number"]):
        count += step["kind"] == "ply"
        if step["shown"]:
            assert count in letters, step
            assert sorted(step["shown"].values()) == sorted(letters[count]), step


def expect_seen_by_spectator(texts: list[str], setups: tuple[str, str], plies: list[str]) -> None:
    """A piece has a rank only on a ply that attacks, or after it has been in one: so no more kinds than were shown."""
    letters = attacks(setups, plies)
    for text in texts:
        if not text.startswith("{"):
            continue
        document = json.loads(text)
        if "tag" not in document:
            continue
        played = document["replay"]["lines"][0]["plies"] if "replay" in document else document["plies"]
        start = document.get("since", 0)
        if "replay" in document:
            names = document["replay"]["contents"]
            assert all("hidden" in names[what] for what in document["replay"]["start"][1::2] if names[what])
        contents = (document.get("replay") or document)["contents"]
        known = [content for content in contents if content and "hidden" not in content]
        turned_over = sum(1 for count in letters if count <= start + len(played))
        assert len(known) <= 4 * turned_over  # two pieces, each as it stands and as it has moved
        for index, ply in enumerate(played, start=start + 1):
            assert ("clash" in ply) == (index in letters), ply


def attacks(setups: tuple[str, str], plies: list[str]) -> dict[int, list[str]]:
    """By the number of the ply: the letters of both pieces."""
    game = stratego.Game(*setups)
    found = {}
    for number, ply in enumerate(plies, start=1):
        game.push(ply)
        attack = game.last_attack()
        if "x" in ply and attack is not None:
            found[number] = [attack.attacker.letter, attack.defender.letter]
    return found
