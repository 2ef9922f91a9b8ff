"""What the reader promises of any text; used by the tests and by the fuzzer."""

from engine.record import Record, read_text, write


def check(text: str) -> list[Record]:
    """Read a text, and hold the reader to its promises."""
    records = read_text(text)
    for number, record in enumerate(records, 1):
        assert record.number == number
        for error in record.errors:
            assert error.record == number
            assert error.line >= record.line
            assert error.column >= 1
            assert error.message
        if record.final is not None:
            assert record.final.plies == record.main.plies
            game = record.start()
            for ply in record.main.texts():
                game.push(ply)
            (again,) = read_text(write(record))
            assert again.main == record.main
            if record.ok:
                assert again.ok
                assert write(again) == write(record)
    return records
