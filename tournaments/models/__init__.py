"""Events as data: sections, entries, rounds, pairings, results."""

from tournaments.models.entry import Absence, AbsenceKind, Entry, EntryState, KeptApart
from tournaments.models.event import (
    Event,
    EventArbiter,
    EventNews,
    EventState,
    PlayerAbsences,
    PlayerRecording,
    RecordsPublic,
)
from tournaments.models.event_file import (
    EventFile,
    EventFileImport,
    EventFilePiece,
    EventOrigin,
    ImportedDecision,
)
from tournaments.models.round import (
    OPEN_RESULTS,
    Bye,
    ByeKind,
    LooseRecord,
    Pairing,
    PairingOrder,
    PairingResult,
    ResultOrigin,
    ResultReport,
    Round,
    RoundState,
    knockout_stage,
)
from tournaments.models.section import FinalTable, FirstColour, PairingSystem, Prize, PrizeSharing, Section
from tournaments.models.text_record import TextRecord

__all__ = [
    "OPEN_RESULTS",
    "Absence",
    "AbsenceKind",
    "Bye",
    "ByeKind",
    "Entry",
    "EntryState",
    "Event",
    "EventArbiter",
    "EventFile",
    "EventFileImport",
    "EventFilePiece",
    "EventNews",
    "EventOrigin",
    "EventState",
    "FinalTable",
    "FirstColour",
    "ImportedDecision",
    "KeptApart",
    "LooseRecord",
    "Pairing",
    "PairingOrder",
    "PairingResult",
    "PairingSystem",
    "PlayerAbsences",
    "PlayerRecording",
    "Prize",
    "PrizeSharing",
    "RecordsPublic",
    "ResultOrigin",
    "ResultReport",
    "Round",
    "RoundState",
    "Section",
    "TextRecord",
    "knockout_stage",
]
