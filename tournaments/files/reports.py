"""A section as a tournament report file (TRF16, TRF26)."""

from typing import Final

from tournaments import trf
from tournaments.models import PairingSystem, Section
from tournaments.plain_data import section_data
from tournaments.tables.freezing import table_from

_KINDS: Final = {
    PairingSystem.SWISS: "Individual: Swiss-System (Dutch)",
    PairingSystem.ROUND_ROBIN: "Individual: Round-Robin",
    PairingSystem.KNOCKOUT: "Individual: Knockout",
    PairingSystem.KEIZER: "Individual: Keizer",
}


def report_file(section: Section, edition: trf.Edition) -> bytes:
    """With the published rounds and the table as the site shows it. Raises trf.TrfError where something does not fit.

    Six queries at most.
    """
    data = section_data(section)
    event = section.event
    table = table_from(data)
    arbiters = [str(each.person) for each in event.arbiters.select_related("person").order_by("pk")]
    codes = tuple(code.strip() for code in section.tie_breaks.split(",") if code.strip())
    details = trf.Details(
        city=event.place,
        start=f"{event.starts_on:%Y/%m/%d}",
        end=f"{event.ends_on:%Y/%m/%d}",
        kind=_KINDS[PairingSystem(section.system)],
        chief_arbiter=arbiters[0] if arbiters else "",
        deputy_arbiters=tuple(arbiters[1:]),
        time_control=event.thinking_time,
        tie_breaks=codes,
        standing_order=codes if "PTS" in codes else ("PTS", *codes),
    )
    ranks = {row.number: row.rank for row in table.rows}
    return trf.write(data.tournament, edition=edition, details=details, ranks=ranks).to_bytes()
