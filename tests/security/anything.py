"""Requests of any kind to any address of the site, filled with what exists: a new page is tried without being named."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from random import Random
from typing import Any, Final
from uuid import UUID

from django.core.files.uploadedfile import SimpleUploadedFile
from django.db.models import Model

from core.api.reference import api_description
from games.models import Adjudication, Game, Recording, Submission, Upload
from players.models import (
    Club,
    JoinRequest,
    LedgerLine,
    ListVersion,
    Membership,
    MembershipOffer,
    Person,
    PersonMerge,
    ProfileClaim,
    RatingPool,
    Role,
    StartingRating,
)
from tests.permissions.walk import Address, addresses_of_the_site
from tests.security.world import ATTACKERS, KNOWN_PEOPLE, address_of, barragoon_record
from tournaments.models import Entry, Event, EventArbiter, EventFile, KeptApart, Pairing, Round, Section

# What a number in an address is the id of, by the word that stands before it.
_BY_WORD: Final[Mapping[str, type[Model]]] = {
    "people": Person,
    "merge": Person,
    "players": Person,
    "games": Game,
    "uploads": Upload,
    "records": Submission,
    "adjudications": Adjudication,
    "members": Membership,
    "memberships": Membership,
    "membership-offers": MembershipOffer,
    "offers": MembershipOffer,
    "requests": JoinRequest,
    "claims": ProfileClaim,
    "merges": PersonMerge,
    "events": Event,
    "s": Section,
    "sections": Section,
    "entries": Entry,
    "mine": Entry,
    "manage": Entry,
    "check-in": Entry,
    "event-arbiters": EventArbiter,
    "event-files": EventFile,
    "kept-apart": KeptApart,
    "boards": Pairing,
    "pairings": Pairing,
    "rating-versions": ListVersion,
    "starting-ratings": StartingRating,
    "ledger-lines": LedgerLine,
    "lines": LedgerLine,
}
_POOLS: Final = {"ratings", "rating-pools"}
# What a field is about, by its name.
_BY_FIELD: Final[Mapping[str, type[Model]]] = {
    "person": Person,
    "first_person": Person,
    "second_person": Person,
    "first": Person,
    "second": Person,
    "player": Person,
    "choice": Person,
    "section": Section,
    "event": Event,
    "entry": Entry,
    "one": Entry,
    "other": Entry,
    "game": Game,
    "record": Game,
    "round": Round,
}
_TABLE: Final = "Name;Year of birth\nPaul Pohl;\nPetra Puck;1950\nSomebody New;1990\n"


class Inventor:
    """Chooses ids, names, texts and files. The same chance makes the same choices."""

    def __init__(self, chance: Random, *, secrets: list[str]) -> None:
        self.chance = chance
        self._secrets = secrets

    def row_of(self, model: type[Model]) -> int:
        ids = list(model._default_manager.order_by("pk").values_list("pk", flat=True)[:200])
        return self.chance.choice(ids) if ids else 1

    def club(self) -> str:
        return self.chance.choice(list(Club.objects.order_by("pk").values_list("slug", flat=True)))

    def pool(self) -> str:
        return self.chance.choice(list(RatingPool.objects.order_by("pk").values_list("slug", flat=True)))

    def secret(self) -> str:
        return self.chance.choice([*self._secrets, "nothing"])

    def name(self) -> str:
        return self.chance.choice([*KNOWN_PEOPLE, *ATTACKERS, "Somebody New"])

    def file(self) -> SimpleUploadedFile:
        record = barragoon_record(self.name(), self.name(), "1-0")
        name, content = self.chance.choice(
            [("people.csv", _TABLE), ("games.txt", record), ("photo.png", "x")]
        )
        return SimpleUploadedFile(name, content.encode())

    def key_of_draft(self) -> str:
        """Random ones, so that nobody guesses them: some have become known."""
        keys = list(Recording.objects.order_by("pk").values_list("key", flat=True))
        return str(self.chance.choice(keys)) if keys else str(UUID(int=1))

    def text(self, name: str) -> str:
        """Of a field with this name."""
        word = name.rpartition("-")[2].lower()
        if "mail" in word:
            return address_of(self.chance.choice(ATTACKERS))
        if "name" in word or word == "q":
            return self.name()
        if "text" in word or "table" in word:
            return self.chance.choice([_TABLE, barragoon_record(self.name(), self.name(), "1-0")])
        if "date" in word or word.endswith(("_on", "_until")):
            return "2026-05-02"
        choices = {
            "result": ("1-0", "0-1", "1/2-1/2"),
            "club": (self.club(),),
            "pool": (self.pool(),),
            "role": tuple(Role.values),
            "visibility": ("public", "private", "embargoed", "club"),
            "step": ("approve", "decline", "finish", "start", "open", "withdraw", "confirm"),
            "do": ("save", "finish", "detach", "take"),
            "game": ("barragoon", "stratego"),
        }
        if model := _BY_FIELD.get(word):
            return str(self.row_of(model))
        return self.chance.choice(choices.get(word, ("x", "Because.", "1", "")))


def address_for(inventor: Inventor) -> str:
    """The path of some page of the site."""
    known = pages()
    return filled(known[inventor.chance.randrange(len(known))].route, inventor)


@cache
def pages() -> list[Address]:
    # Without a worker the site is not ready, and says so.
    return [each for each in addresses_of_the_site() if each.namespace != "api" and each.name != "readyz"]


_PARAMETER: Final = re.compile(
    r"<(?:(?P<kind>\w+):)?(?P<name>\w+)>|\(\?P<(?P<group>\w+)>[^)]*\)|\{(?P<brace>\w+)\}"
)


def filled(route: str, inventor: Inventor) -> str:
    path, end = "", 0
    for found in _PARAMETER.finditer(route):
        path += route[end : found.start()]
        end = found.end()
        path += _argument(found, path, inventor)
    return "/" + (path + route[end:]).replace("^", "").replace("$", "").replace("\\Z", "").lstrip("/")


def _argument(found: re.Match[str], before: str, inventor: Inventor) -> str:
    name = found["name"] or found["group"] or found["brace"]
    words = [word for word in re.split(r"[/.^]", before) if word]
    word = words[-1] if words else ""
    if found["kind"] == "uuid":
        return inventor.key_of_draft()
    if name == "slug":
        return inventor.pool() if _POOLS & set(words) else inventor.club()
    if name in ("token", "secret", "uidb64", "code"):
        return inventor.secret()
    if name == "app_label":
        return inventor.chance.choice(["audit", "games", "jobs", "players", "tournaments"])
    if name == "kind":
        return inventor.chance.choice(["csv", "json", "txt"])
    if model := _BY_WORD.get(word):
        return str(inventor.row_of(model))
    if name in ("pk", "id"):
        return str(inventor.row_of(Person))
    if name == "size":
        return "96"
    return "1"


@dataclass(frozen=True)
class Operation:
    method: str
    path: str
    body: Any


@cache
def _operations() -> list[tuple[str, str, Mapping[str, Any]]]:
    paths = api_description("en")["paths"]
    return [
        (method.upper(), path, operation)
        for path, methods in paths.items()
        for method, operation in methods.items()
        if method in ("get", "post", "patch", "put", "delete")
    ]


def operation_for(inventor: Inventor) -> Operation:
    """Some operation of the API, with a body that its description allows, or nearly."""
    operations = _operations()
    method, path, operation = operations[inventor.chance.randrange(len(operations))]
    schema = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
    body = _value(schema, "", inventor) if schema else None
    return Operation(method, filled(path, inventor), body)


def _value(schema: Mapping[str, Any], name: str, inventor: Inventor) -> Any:
    schema = _resolved(schema)
    if "enum" in schema:
        return inventor.chance.choice(list(schema["enum"]))
    for way in ("oneOf", "anyOf", "allOf"):
        if way in schema:
            return _value(schema[way][0], name, inventor)
    kind = schema.get("type")
    kind = kind[0] if isinstance(kind, list) else kind
    makers: Mapping[Any, Callable[[], Any]] = {
        "object": lambda: _object(schema, inventor),
        "array": lambda: [_value(schema.get("items", {}), name, inventor)],
        "integer": lambda: (
            inventor.row_of(_BY_FIELD[name]) if name in _BY_FIELD else inventor.chance.randrange(4)
        ),
        "number": lambda: 1500,
        "boolean": lambda: inventor.chance.random() < 0.5,
    }
    return makers.get(kind, lambda: inventor.text(name))()


def _object(schema: Mapping[str, Any], inventor: Inventor) -> dict[str, Any]:
    wanted = schema.get("required", [])
    return {
        name: _value(part, name, inventor)
        for name, part in schema.get("properties", {}).items()
        if name in wanted or inventor.chance.random() < 0.3
    }


def _resolved(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    while "$ref" in schema:
        schema = api_description("en")["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return schema


@dataclass
class Field:
    kind: str
    name: str
    value: str
    options: list[str] = field(default_factory=list)


@dataclass
class Form:
    action: str
    fields: list[Field] = field(default_factory=list)


class _FormReader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self._form: Form | None = None
        self._select: Field | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {key: value or "" for key, value in attrs}
        if tag == "form":
            self._form = (
                Form(values.get("action", "")) if values.get("method", "").lower() == "post" else None
            )
            if self._form is not None:
                self.forms.append(self._form)
        elif tag == "option" and self._select is not None:
            self._select.options.append(values.get("value", ""))
        elif (
            self._form is not None and values.get("name") and tag in ("input", "textarea", "select", "button")
        ):
            kind = {"input": values.get("type", "text"), "button": "submit"}.get(tag, tag)
            made = Field(kind, values["name"], values.get("value", ""))
            self._form.fields.append(made)
            if tag == "select":
                self._select = made

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        elif tag == "select":
            self._select = None


def forms_in(page: str) -> list[Form]:
    reader = _FormReader()
    reader.feed(page)
    # Every page has them: to sign out, to choose a language or a theme.
    dull = ("/account/sign-out", "/i18n/", "/theme/")
    return [form for form in reader.forms if not form.action.startswith(dull)]


def fill(form: Form, inventor: Inventor) -> dict[str, Any]:
    """As somebody would who chooses anything that the page offers, and types names and addresses."""
    chance, sent = inventor.chance, dict[str, Any]()
    buttons = [each for each in form.fields if each.kind == "submit"]
    if buttons:
        pressed = chance.choice(buttons)
        sent[pressed.name] = pressed.value
    for each in form.fields:
        match each.kind:
            case "hidden":
                sent[each.name] = each.value
            case "select":
                sent[each.name] = chance.choice(each.options) if each.options else ""
            case "radio" | "checkbox":
                if chance.random() < 0.5:
                    sent[each.name] = each.value or "on"
            case "file":
                if chance.random() < 0.3:
                    sent[each.name] = inventor.file()
            case "submit":
                pass
            case _:
                sent[each.name] = (
                    each.value if each.value and chance.random() < 0.5 else inventor.text(each.name)
                )
    return sent
