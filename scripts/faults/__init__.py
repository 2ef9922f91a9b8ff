"""`make faults`: a site under load, random faults, and what must hold all the same. docs/faults.md explains it."""
