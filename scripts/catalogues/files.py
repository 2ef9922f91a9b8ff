"""Catalogues as files: read, brought up to date, written so that equal content is equal bytes, compiled."""

import difflib
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import normalize, read_po

from scripts.catalogues.extraction import ROOT, forms_of, message_key

LOCALE: Final = ROOT / "locale"
# Two forms are what German, Spanish and Italian have where a number of things is counted.
PLURALS: Final = "nplurals=2; plural=(n != 1);"
HEADER: Final = """\
msgid ""
msgstr ""
"Project-Id-Version: kiebitz\\n"
"Report-Msgid-Bugs-To: \\n"
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plurals}\\n"
"""
# How much of a message is still the same when it is taken for the successor of another one.
SIMILAR: Final = 0.75


def catalogue_file(language: str, folder: Path = LOCALE) -> Path:
    return folder / language / "LC_MESSAGES" / "django.po"


def languages(folder: Path = LOCALE) -> list[str]:
    return sorted(path.parent.parent.name for path in folder.glob("*/LC_MESSAGES/django.po"))


def read_catalogue(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=path.parent.parent.name, charset="utf-8", abort_invalid=True)


def update_catalogue(old: Catalog, template: Catalog) -> Catalog:
    """The messages of the template with the translations there are; those of a changed message, marked as fuzzy."""
    new = Catalog(old.locale, fuzzy=False)
    known = {message_key(message): message for message in old if message.id}
    wanted = {message_key(message): message for message in template if message.id}
    gone = {key: message for key, message in known.items() if key not in wanted and _is_translated(message)}
    for key, message in wanted.items():
        before = known.get(key)
        source = before or _predecessor(message, gone)
        flags = set(message.flags)
        if source is not None and (before is None or source.fuzzy):
            flags.add("fuzzy")
        new.add(
            message.id,
            _fitting(message, source),
            [(place, 0) for place, _line in message.locations],
            flags - {"python-format"},
            message.auto_comments,
            source.user_comments if source is not None else (),
            context=message.context,
        )
    return new


def _is_translated(message: Message) -> bool:
    return any(forms_of(message.string))


def _predecessor(message: Message, gone: dict[tuple[str, str], Message]) -> Message | None:
    """The message that this one was before somebody changed its words."""
    words, context = message_key(message)
    same_words = gone.get((words, "")) or next((gone[key] for key in gone if key[0] == words), None)
    if same_words is not None:
        return same_words
    alike = {key[0]: gone[key] for key in gone if key[1] == context}
    found = difflib.get_close_matches(words, alike, n=1, cutoff=SIMILAR)
    return alike[found[0]] if found else None


def _fitting(message: Message, translation: Message | None) -> str | tuple[str, ...]:
    """A translation in the number of forms that the message asks for."""
    forms = forms_of(translation.string if translation is not None else None)
    return (forms * 2)[:2] if len(forms_of(message.id)) > 1 else forms[0]


def write_catalogue(path: Path, catalogue: Catalog) -> None:
    text = catalogue_text(catalogue, path.parent.parent.name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def catalogue_text(catalogue: Catalog, language: str) -> str:
    """One line for a line of text, no dates, no numbers of lines, in the order of the messages."""
    header = HEADER.format(language=language, plurals=PLURALS)
    messages = sorted((message for message in catalogue if message.id), key=message_key)
    return "\n".join([header, *("".join(_lines(message)) for message in messages)])


def _lines(message: Message) -> Iterator[str]:
    yield from (f"# {comment}\n" for comment in message.user_comments)
    yield from (f"#. {comment}\n" for comment in message.auto_comments)
    for place in sorted({place for place, _line in message.locations}):
        yield f"#: {place}\n"
    if flags := sorted(message.flags):
        yield f"#, {', '.join(flags)}\n"
    if message.context:
        yield f"msgctxt {_quoted(message.context)}\n"
    words, forms = forms_of(message.id), forms_of(message.string)
    yield f"msgid {_quoted(words[0])}\n"
    if len(words) == 1:
        yield f"msgstr {_quoted(forms[0])}\n"
        return
    yield f"msgid_plural {_quoted(words[1])}\n"
    for index in range(2):
        yield f"msgstr[{index}] {_quoted(forms[index] if index < len(forms) else '')}\n"


def _quoted(text: str) -> str:
    return normalize(text, width=0)


def compile_catalogues(folder: Path = LOCALE) -> list[Path]:
    """The .mo files that are missing or older than their catalogue, written anew."""
    written = []
    for language in languages(folder):
        source = catalogue_file(language, folder)
        target = source.with_suffix(".mo")
        if target.is_file() and target.stat().st_mtime_ns >= source.stat().st_mtime_ns:
            continue
        catalogue = read_catalogue(source)
        if not any(message.id and any(forms_of(message.string)) for message in catalogue):
            continue  # pages would say that they are in a language of which they have no word
        compiled = io.BytesIO()
        write_mo(compiled, catalogue)
        # In one step: whoever starts at this moment reads the old one or the new one.
        unfinished = target.with_suffix(".mo.new")
        unfinished.write_bytes(compiled.getvalue())
        unfinished.replace(target)
        written.append(target)
    return written
