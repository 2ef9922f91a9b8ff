"""Finding sentences of the product that more test modules repeat than the product has places that make them."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

MIN_LENGTH, MIN_WORDS = 25, 4
# A sentence is compared by what stands between the values that are filled in, tags and empty lines.
BETWEEN = re.compile(r"%\([^)]*\)[sd]|%[sd]|\{[a-z_.]*\}|<[^>]*>|\n\s*\n")
TEMPLATE_TAG = re.compile(r"\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}", re.DOTALL)
TRANSLATED = re.compile(r"\{% translate ([\"'])(.*?)\1")
WORD = re.compile(r"(?<!\S)[^\w\s]*([^\W\d_]{2,})\b")

# The sentences by what stands where one of their words begins.
KEY_LENGTH = 12
Index = Mapping[str, set[str]]


def repeated_sentences(
    product: Mapping[str, Iterable[str]], tests: Mapping[str, Iterable[str]]
) -> dict[str, list[str]]:
    """Each such sentence with the test modules. Both arguments: the strings of each module."""
    makers = _modules_by_sentence(product)
    index = _index(makers)
    users: dict[str, set[str]] = defaultdict(set)
    for part, modules in _modules_by_sentence(tests).items():
        for sentence in _sentences_of(part, index):
            users[sentence] |= modules
    return {
        sentence: sorted(modules)
        for sentence, modules in sorted(users.items())
        if len(modules) > len(makers[sentence])
    }


def strings_of_module(tree: ast.Module) -> Iterator[str]:
    """All but docstrings; of an f-string what stands between its values."""
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.value


def strings_of_template(text: str) -> Iterator[str]:
    yield from (found[2] for found in TRANSLATED.finditer(text))
    yield from TEMPLATE_TAG.split(text)


def _modules_by_sentence(strings: Mapping[str, Iterable[str]]) -> dict[str, set[str]]:
    modules: dict[str, set[str]] = defaultdict(set)
    for module, texts in strings.items():
        for text in texts:
            for part in BETWEEN.split(text) if len(text) >= MIN_LENGTH else ():
                sentence = " ".join(part.split())
                if len(sentence) >= MIN_LENGTH and len(WORD.findall(sentence)) >= MIN_WORDS:
                    modules[sentence].add(module)
    return modules


def _index(sentences: Iterable[str]) -> Index:
    index: dict[str, set[str]] = defaultdict(set)
    for sentence in sentences:
        for word in WORD.finditer(sentence):
            index[_key(sentence, word.start(1))].add(sentence)
    return index


def _key(text: str, start: int) -> str:
    return text[start : start + KEY_LENGTH]


def _sentences_of(part: str, index: Index) -> set[str]:
    """What a string of a test repeats in whole; else the only sentence that it is taken from."""
    keys = (_key(part, word.start(1)) for word in WORD.finditer(part))
    near = {sentence for key in keys for sentence in index.get(key, ())}
    whole = {sentence for sentence in near if sentence in part}
    if whole:
        return {sentence for sentence in whole if not any(sentence in other for other in whole - {sentence})}
    sources = {sentence for sentence in near if part in sentence}
    return sources if len(sources) == 1 else set()
