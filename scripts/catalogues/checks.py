"""What is wrong with a catalogue: what is not translated, and translations that cannot be shown as they are."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final, NamedTuple

from babel.messages.catalog import Catalog, Message

from scripts.catalogues.extraction import forms_of, message_key

PLACEHOLDER: Final = re.compile(r"%\(\w+\)[#0\- +]*\d*(?:\.\d+)?[a-z]|%%|%\w+%|%[sd](?!\w)|\{\w*\}")
MARKUP: Final = re.compile(r"</?[a-z][^<>]*>|&[a-z]+;|&#\d+;")
ENDINGS: Final = ".:?!…;,"
# A translation may be so many times as long as the English, and so many letters more: words grow more than sentences.
MAX_GROWTH: Final = 1.6
MAX_MORE_LETTERS: Final = 16
MIN_SHARE: Final = 0.4
FEW_LETTERS: Final = 24


class Flaw(NamedTuple):
    message: str
    context: str
    what: str

    def __str__(self) -> str:
        words = self.message if len(self.message) <= 90 else f"{self.message[:89]}…"
        return f"“{words}”{f' [{self.context}]' if self.context else ''}: {self.what}"


def find_flaws(catalogue: Catalog, template: Catalog) -> list[Flaw]:
    """In the order of the messages; an empty list of a catalogue that is complete."""
    wanted = {message_key(message): message for message in template if message.id}
    present = {message_key(message): message for message in catalogue if message.id}
    flaws = [Flaw(*key, "is missing: run “make messages”") for key in wanted.keys() - present.keys()]
    flaws += [
        Flaw(*key, "is obsolete: nobody says this any more; run “make messages”")
        for key in present.keys() - wanted.keys()
    ]
    flaws += [
        Flaw(*message_key(message), "is obsolete: remove it") for message in catalogue.obsolete.values()
    ]
    for key in wanted.keys() & present.keys():
        flaws += [Flaw(*key, what) for what in _flaws_of(wanted[key], present[key])]
    return sorted(flaws)


def _flaws_of(source: Message, translated: Message) -> Iterator[str]:
    sources, forms = forms_of(source.id), forms_of(translated.string)
    if sources != forms_of(translated.id):
        yield "has other plural forms in the source: run “make messages”"
        return
    if translated.fuzzy:
        yield "is fuzzy: somebody has to look at it"
    if not any(forms):
        yield "is not translated"
    elif len(sources) == 1:
        yield from _flaws_of_form(sources, forms[0])
    elif len(forms) < len(sources) or not all(forms):
        yield "lacks a plural form"
    else:
        yield from _flaws_of_form(sources, forms[0], may_lack_number=True)
        for form in forms[1:]:
            yield from _flaws_of_form(sources[1:], form)


def _flaws_of_form(
    sources: tuple[str, ...], translation: str, *, may_lack_number: bool = False
) -> Iterator[str]:
    """`sources`: the English that it may have been made from; the first one says how it looks."""
    source = sources[0]
    found = _parts(PLACEHOLDER, translation)
    known = [_parts(PLACEHOLDER, each) for each in sources]
    # What is about one thing may name the number, or say it in words.
    in_words = may_lack_number and any(not found - each and (each - found).total() == 1 for each in known)
    if found not in known and not in_words:
        yield _difference("placeholders", _parts(PLACEHOLDER, source), _parts(PLACEHOLDER, translation))
    elif any("%(" in each for each in sources) and not _can_be_filled(translation):
        yield "has a % that is no placeholder: write %%"
    if _parts(MARKUP, source) != _parts(MARKUP, translation):
        yield _difference("markup", _parts(MARKUP, source), _parts(MARKUP, translation))
    for side, spaces in (("begin", re.compile(r"^\s*")), ("end", re.compile(r"\s*$"))):
        if spaces.findall(source)[:1] != spaces.findall(translation)[:1]:
            yield f"does not {side} with the same spaces or line breaks"
    if source.count("\n") != translation.count("\n"):
        yield f"has {translation.count(chr(10))} line breaks instead of {source.count(chr(10))}"
    if _ending(source) != _ending(translation):
        yield f"ends with “{translation.rstrip()[-1:]}” instead of “{source.rstrip()[-1:]}”"
    yield from _odd_length(source, translation)


def _parts(kind: re.Pattern[str], text: str) -> Counter[str]:
    """Whether a placeholder stands in it once or twice is the translation's matter only where it is markup."""
    found = kind.findall(text)
    return Counter(found) if kind is MARKUP else Counter(set(found))


def _difference(what: str, wanted: Counter[str], found: Counter[str]) -> str:
    lacks = ", ".join((wanted - found).elements())
    more = ", ".join((found - wanted).elements())
    return f"has other {what}: " + "; ".join(
        filter(None, (lacks and f"{lacks} is not there", more and f"{more} is too much"))
    )


def _can_be_filled(translation: str) -> bool:
    class Values(dict[str, int]):
        def __missing__(self, name: str) -> int:
            return 1

    try:
        translation % Values()
    except (ValueError, TypeError):
        return False
    return True


def _ending(text: str) -> str:
    last = text.rstrip()[-1:]
    return last if last in ENDINGS else ""


def _odd_length(source: str, translation: str) -> Iterator[str]:
    before, after = len(source), len(translation)
    if after > before * MAX_GROWTH + MAX_MORE_LETTERS:
        yield f"is suspiciously long: {after} letters for {before}"
    elif before > FEW_LETTERS and after < before * MIN_SHARE:
        yield f"is suspiciously short: {after} letters for {before}"
    elif (
        before > FEW_LETTERS
        and source == translation
        and " " in MARKUP.sub("", PLACEHOLDER.sub("", source)).strip()
    ):
        yield "is the English text"
