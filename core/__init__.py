"""What every app builds on. Imports no app."""
