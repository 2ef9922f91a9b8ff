"""Short records to read in tests."""

from engine.record import Record, read_text


def text_of(moves: str, **tags: str) -> str:
    """A Barragoon record with these tags and this move text."""
    head = "".join(f'[{name} "{value}"]\n' for name, value in {"Game": "Barragoon", **tags}.items())
    return f"{head}\n{moves}\n"


def read_one(moves: str, **tags: str) -> Record:
    (record,) = read_text(text_of(moves, **tags))
    return record


def codes(record: Record) -> list[str]:
    return [error.code.value for error in record.errors]
