"""The archive: submissions, validation and adjudication of game records, and the pages to read them."""
