"""How days and times are written, where Django's way for a language would be misread."""
