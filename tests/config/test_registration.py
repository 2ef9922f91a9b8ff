"""Contributions to lower apps are made in `AppConfig.ready()`, never by an import, and have an order of their own."""

import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from core.registry import Registry
from core.search.sources import SOURCES
from players.accounts.jobs import EXPORT_PARTS
from players.accounts.services.accounts import DELETION_STEPS
from players.accounts.services.mail import MAIL_KINDS
from players.clubs.presenters import CLUB_PAGE
from players.people.presenters import PERSON_PAGE
from players.people.services.merge_steps import MERGE_STEPS
from tests.jobs.processes import ROOT
from tournaments.presenters import EVENT_PAGE

EXPORTED = (
    "account mails notifications second_factor connected_accounts sessions entries_in_events records_kept_as_text "
    "uploads confirmations_of_games recordings setups analyses requests_to_join_clubs membership_offers person "
    "memberships rated_results ratings api_tokens"
)
MAILED = (
    "security new_device event_entries event_pairings event_results_to_confirm event_decisions event_records "
    "games_to_confirm own_games club_requests club_answers club_offers "
    "roles_to_give"
)
APPS = ("audit", "backups", "config", "core", "games", "jobs", "players", "tournaments")

# Frameworks look for these and expect them to register when they are loaded: the administration, template libraries,
# the addresses of the API, and the Celery application with Celery's own signals.
OF_FRAMEWORKS = ("*/admin.py", "*/templatetags/*.py", "config/api_urls.py", "config/celery.py")

IMPORT_WITHOUT_READY = """
import json, sys
from importlib import import_module
import django
from django.apps import AppConfig
from django.dispatch import Signal
from core.registry import Registry

modules = json.load(sys.stdin)
for module in filter(lambda name: name.endswith(".apps"), modules):
    for value in list(vars(import_module(module)).values()):
        if isinstance(value, type) and value.__bases__ == (AppConfig,):
            value.ready = lambda self: None
django.setup()
found = {}
for module in modules:
    for name, value in vars(import_module(module)).items():
        if isinstance(value, Registry):
            found[f"{module}.{name}"] = len(value)
        elif isinstance(value, Signal) and module.endswith(".signals"):
            found[f"{module}.{name}"] = len(value.receivers)
print(json.dumps(found))
"""


def product_files() -> Iterator[Path]:
    for app in APPS:
        for path in sorted((ROOT / app).rglob("*.py")):
            if "migrations" not in path.parts:
                yield path


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def registrations(tree: ast.Module) -> Iterator[int]:
    """The lines of what a module registers or connects when it is loaded."""
    for statement in tree.body:
        for node in ast.walk(statement) if not isinstance(statement, DEFINITIONS) else decorators(statement):
            if isinstance(node, ast.Call | ast.Attribute | ast.Name):
                called = node.func if isinstance(node, ast.Call) else node
                if (isinstance(node, ast.Call) or isinstance(statement, DEFINITIONS)) and registers(called):
                    yield node.lineno


DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def decorators(definition: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> Iterator[ast.AST]:
    for decorator in definition.decorator_list:
        yield from ast.walk(decorator)


def registers(called: ast.expr) -> bool:
    name = (
        called.attr
        if isinstance(called, ast.Attribute)
        else called.id
        if isinstance(called, ast.Name)
        else ""
    )
    return name in ("connect", "receiver", "register") or name.startswith("register_")


def test_nothing_registers_or_connects_when_its_module_is_loaded() -> None:
    ours = [path for path in product_files() if not any(path.match(pattern) for pattern in OF_FRAMEWORKS)]
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in ours
        for line in registrations(ast.parse(path.read_text()))
    ]

    assert found == []


@pytest.mark.parametrize(
    "source",
    [
        "KINDS.register('a', 1)",
        "A = register_kind('a')",
        "for each in ():\n    connect(each)",
        "@receiver(signal)\ndef hear(): pass",
        "@signal.connect\ndef hear(): pass",
        "if True:\n    SIGNAL.connect(print)",
    ],
)
def test_what_registers_when_it_is_loaded_is_found(source: str) -> None:
    assert list(registrations(ast.parse(source)))


def test_what_registers_in_a_function_is_left_alone() -> None:
    assert not list(registrations(ast.parse("def ready(): KINDS.register('a', 1)")))


def test_no_module_is_imported_for_what_its_import_does() -> None:
    assert [str(path) for path in product_files() if "noqa: F401" in path.read_text()] == []


def test_without_ready_every_registry_is_empty_and_nobody_hears_a_signal(tmp_path: Path) -> None:
    modules = [module_name(path) for path in product_files()]
    found = subprocess.run(
        [sys.executable, "-c", IMPORT_WITHOUT_READY],
        input=json.dumps(modules).encode(),
        cwd=ROOT,
        env={
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "SECRET_KEY": "only-for-this-look",
            "ALLOWED_HOSTS": "localhost",
            "VAR_DIR": str(tmp_path),
            "PYTHONWARNINGS": "ignore",
        },
        stdout=subprocess.PIPE,
        check=True,
    )
    counts = json.loads(found.stdout)

    assert {"jobs.kinds.JOB_KINDS", "audit.actions.ACTIONS", "games.signals.games_arrived"} <= counts.keys()
    assert {name: count for name, count in counts.items() if count} == {}


@pytest.mark.parametrize(
    ("registry", "keys"),
    [
        (
            EXPORT_PARTS,
            EXPORTED,
        ),
        (
            MAIL_KINDS,
            MAILED,
        ),
        (DELETION_STEPS, "clubs people"),
        (SOURCES, "people clubs events games guides"),
        (PERSON_PAGE, "tournaments games ratings merges history"),
        (CLUB_PAGE, "members events games ratings history"),
        (
            EVENT_PAGE,
            "my-board news decisions own-entry outcome standing field live best-games games origin",
        ),
    ],
    ids=lambda value: value.name if isinstance(value, Registry) else "",
)
def test_contributions_have_their_order(registry: Registry[Any], keys: str) -> None:
    assert [key for key, _ in registry.items()] == keys.split()


def test_profiles_are_merged_from_the_highest_app_down() -> None:
    keys = [key for key, _ in MERGE_STEPS.items()]

    assert keys[:6] == [
        "entries",
        "event arbiters",
        "games.game.first_person",
        "games.game.second_person",
        "confirmations of games",
        "memberships",
    ]
    assert keys.index("claims") < keys.index("rated results")
