"""The password of every account that the tests sign in with."""

PASSWORD = "seven lapwings on a wet meadow"
