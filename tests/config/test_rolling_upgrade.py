"""Two web nodes and two workers behind nginx: they agree on everything, and are replaced one by one under load."""

import json
import re
import signal
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest
from django.conf import settings
from django.test import Client
from pytest_django import DjangoDbBlocker

from games.models import Game, Submission, Upload
from players.accounts.services.tokens import create_token
from players.models import Scope, User
from scripts.processes import wait_until
from tests.config.cluster import Cluster
from tests.config.nodes import ROOT, Answer, WebNode, ask, make_release, version_at
from tests.config.visitors import STATIC_FILE, Visitors, record
from tests.jobs.processes import postgres_of_its_own

pytestmark = [pytest.mark.postgres, pytest.mark.faults, pytest.mark.timeout(600)]

PASSWORD = "a long enough password"
NEXT_VERSION = "99.0.0"
# What the next release changes: a column that the old code does not know, and the stylesheet of every page.
MIGRATION = """
from django.db import migrations, models

class Migration(migrations.Migration):
    dependencies = [("players", "{last}")]
    operations = [migrations.AddField("club", "motto", models.CharField(max_length=80, default="", db_default=""))]
"""


@pytest.fixture(scope="module")
def cluster(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Cluster]:
    with django_db_blocker.unblock(), postgres_of_its_own() as primary:
        cluster = Cluster(tmp_path_factory.mktemp("cluster"), primary)
        try:
            cluster.start()
            yield cluster
        finally:
            cluster.close()


@pytest.fixture
def agnes(transactional_db: None) -> User:
    return User.objects.create_user("agnes@example.org", PASSWORD, display_name="Agnes")


def test_two_nodes_with_folders_of_their_own_agree(cluster: Cluster, agnes: User) -> None:
    first, second = cluster.web

    signed_in = _sign_in(agnes, PASSWORD, form_of=first, sent_to=second, address="192.0.2.7")
    session = re.search(rf"{settings.SESSION_COOKIE_NAME}=[^;]+", signed_in.headers["set-cookie"])
    assert session
    account = ask(first.port, "/account/", Cookie=session[0])
    sent = [_send(node, agnes, "the same key") for node in (first, second)]
    guesses = [
        _sign_in(
            agnes, f"guess {number}", form_of=first, sent_to=cluster.web[number % 2], address="198.51.100.7"
        ).status
        for number in range(settings.AXES_FAILURE_LIMIT)
    ]
    locked_out = _sign_in(agnes, PASSWORD, form_of=first, sent_to=second, address="198.51.100.7")

    assert (signed_in.status, account.status) == (302, 200)
    assert [answer.status for answer in sent] == [201, 201]
    assert json.loads(sent[0].body)["id"] == json.loads(sent[1].body)["id"]
    assert Upload.objects.count() == 1
    assert (guesses[0], guesses[-1], locked_out.status) == (200, 429, 429)
    assert wait_until(lambda: Game.objects.count() == 1, seconds=60)


def test_nodes_are_killed_and_upgraded_one_after_the_other_without_an_error(
    cluster: Cluster, agnes: User, tmp_path: Path
) -> None:
    release = _next_release(tmp_path / "release")
    client = Client()
    client.force_login(agnes)
    session = f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"
    token = create_token(account=agnes, name="Program", scopes=[Scope.READ, Scope.SUBMIT]).secret
    visitors = Visitors(cluster.nginx.port, token=token, session=session)
    visitors.start()
    assert wait_until(lambda: len(visitors.by_program) > 3 and len(visitors.by_form) > 3, seconds=60), (
        visitors.errors
    )

    # The first machines die. Their successors are of the next release, which also changes the tables.
    visitors.pause_forms()
    cluster.web[0].stop(signal.SIGKILL)
    cluster.workers[0].stop(signal.SIGKILL)
    cluster.web[0] = cluster.renew(cluster.web[0], release)
    cluster.prepare(cluster.web[0])
    cluster.web[0].start()
    cluster.workers[0] = cluster.renew(cluster.workers[0], release)
    cluster.workers[0].start()
    cluster.web[0].wait()
    visitors.resume_forms()
    versions = [version_at(web.port) for web in cluster.web]
    _check_that_each_has_the_static_files_of_the_other(*cluster.web)

    # The second ones are taken out in order.
    cluster.nginx.reload(cluster.proxy_configuration(without=cluster.web[1]))
    cluster.web[1].stop()
    cluster.workers[1].stop()
    cluster.beat.stop()
    cluster.web[1] = cluster.renew(cluster.web[1], release)
    cluster.share_static_files(*cluster.web)
    cluster.workers[1] = cluster.renew(cluster.workers[1], release)
    cluster.beat = cluster.renew(cluster.beat, release)
    for node in (cluster.web[1], cluster.workers[1], cluster.beat):
        node.start()
    cluster.web[1].wait()
    cluster.nginx.reload(cluster.proxy_configuration())
    seen = visitors.pages
    assert wait_until(lambda: visitors.pages > seen + 20, seconds=60)
    visitors.stop()

    assert visitors.errors == []
    assert versions == [NEXT_VERSION, settings.VERSION]
    assert [version_at(web.port) for web in cluster.web] == [NEXT_VERSION] * 2
    accepted = sorted(visitors.by_program + visitors.by_form)
    assert wait_until(lambda: Game.objects.count() >= len(accepted), seconds=120)
    assert sorted(Game.objects.values_list("second_name", flat=True)) == accepted
    assert Submission.objects.count() == len(accepted)
    assert not [node.name for node in cluster.web if re.search(r" 500 (?!ms)", node.log())]


def _next_release(folder: Path) -> Path:
    last = max(path.stem for path in (ROOT / "players" / "migrations").glob("0*.py"))
    stylesheet = (ROOT / "static" / "css" / "kiebitz.css").read_text(encoding="utf-8")
    changes = {
        "players/migrations/9999_next_release.py": MIGRATION.format(last=last),
        "static/css/kiebitz.css": f"{stylesheet}\n.next-release {{ color: red; }}\n",
    }
    return make_release(folder, NEXT_VERSION, changes)


def _check_that_each_has_the_static_files_of_the_other(new: WebNode, old: WebNode) -> None:
    """The page of either node may be followed by a question to the other one."""
    files = {}
    for node, other in ((new, old), (old, new)):
        linked = STATIC_FILE.findall(ask(node.port, "/").body)
        (stylesheet,) = {name for name in linked if re.search(r"/kiebitz\.\w+\.css$", name)}
        # Somebody may have asked the other node a moment ago for a name that nobody has: it looks again after a second.
        assert wait_until(lambda: ask(other.port, stylesheet).status == 200, seconds=5)  # noqa: B023  called at once
        own, foreign = ask(node.port, stylesheet), ask(other.port, stylesheet)
        assert (own.status, foreign.status, own.body == foreign.body) == (200, 200, True)
        assert "immutable" in foreign.headers["cache-control"]
        files[node.name] = stylesheet
    assert len(set(files.values())) == 2


def _sign_in(account: User, password: str, *, form_of: WebNode, sent_to: WebNode, address: str) -> Answer:
    form = ask(form_of.port, "/account/sign-in/", X_Forwarded_For=address)
    csrf = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', form.body)
    cookie = re.search(r"csrftoken=[^;]+", form.headers["set-cookie"])
    assert csrf
    assert cookie
    fields = {"csrfmiddlewaretoken": csrf[1], "username": account.email, "password": password}
    return ask(
        sent_to.port, "/account/sign-in/", method="POST", body=urlencode(fields), Cookie=cookie[0],
        Content_Type="application/x-www-form-urlencoded", X_Forwarded_For=address,
    )  # fmt: skip


def _send(node: WebNode, account: User, key: str) -> Answer:
    token = create_token(account=account, name=f"for {node.name}", scopes=[Scope.SUBMIT]).secret
    return ask(
        node.port, "/api/v1/uploads/", method="POST", body=json.dumps({"text": record("Bo")}),
        Content_Type="application/json", Authorization=f"Bearer {token}", Idempotency_Key=key.replace(" ", "-"),
    )  # fmt: skip
