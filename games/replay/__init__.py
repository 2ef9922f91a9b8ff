"""The board on a game's page: what a viewer sees at each ply of a record, and how it is shown."""
