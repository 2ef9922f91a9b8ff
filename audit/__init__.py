"""The history of everything that people change: who, when, what before and after, and why."""
