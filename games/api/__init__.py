"""The archive for programs: games, uploads, records and verdicts, as the pages show them."""
