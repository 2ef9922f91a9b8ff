"""What a browser calls itself, in two words: enough to recognise one's own, too little to recognise anybody else's."""

from typing import Final, NamedTuple

from django.utils.translation import gettext as _


class Device(NamedTuple):
    """Names that are the same in every language; empty if nobody knows."""

    browser: str
    system: str

    def __str__(self) -> str:
        if self.browser and self.system:
            return _("%(browser)s on %(system)s") % {"browser": self.browser, "system": self.system}
        return self.browser or self.system or _("Unknown device")


# The first mark that is found counts: browsers name those they descend from as well, so the youngest come first.
_BROWSERS: Final = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Vivaldi/", "Vivaldi"),
    ("YaBrowser/", "Yandex Browser"),
    ("DuckDuckGo/", "DuckDuckGo"),
    ("FxiOS/", "Firefox"),
    ("Firefox/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("HeadlessChrome/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
    ("curl/", "curl"),
)
_SYSTEMS: Final = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Macintosh", "macOS"),
    ("Linux", "Linux"),
    ("X11", "Unix"),
)


def read(user_agent: str) -> Device:
    return Device(_first(_BROWSERS, user_agent), _first(_SYSTEMS, user_agent))


def _first(marks: tuple[tuple[str, str], ...], user_agent: str) -> str:
    return next((name for mark, name in marks if mark in user_agent), "")
