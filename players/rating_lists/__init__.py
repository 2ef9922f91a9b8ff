"""Rating lists: results come in, the ledger is written, lists are published and read."""
