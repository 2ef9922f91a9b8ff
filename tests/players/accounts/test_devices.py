"""What a browser calls itself, in two words."""

import pytest

from players import session_store

MOZILLA = "Mozilla/5.0 "
WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko) "


@pytest.mark.parametrize(
    ("user_agent", "words"),
    [
        (
            MOZILLA + "(Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0",
            "Firefox on Windows",
        ),
        (
            MOZILLA + f"(Windows NT 10.0; Win64; x64) {WEBKIT}Chrome/141.0.0.0 Safari/537.36",
            "Chrome on Windows",
        ),
        (
            MOZILLA + f"(Windows NT 10.0; Win64; x64) {WEBKIT}Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0",
            "Edge on Windows",
        ),
        (
            MOZILLA + f"(X11; CrOS x86_64 14541.0.0) {WEBKIT}Chrome/141.0.0.0 Safari/537.36",
            "Chrome on ChromeOS",
        ),
        (
            MOZILLA + f"(Linux; Android 15; Pixel 9) {WEBKIT}Chrome/141.0.0.0 Mobile Safari/537.36",
            "Chrome on Android",
        ),
        (MOZILLA + "(Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0", "Firefox on Android"),
        (
            MOZILLA
            + f"(Linux; Android 14) {WEBKIT}SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36",
            "Samsung Internet on Android",
        ),
        (
            MOZILLA + "(iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
            "Version/18.5 Mobile/15E148 Safari/604.1",
            "Safari on iPhone",
        ),
        (
            MOZILLA + "(iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
            "CriOS/141.0.0.0 Mobile/15E148 Safari/604.1",
            "Chrome on iPad",
        ),
        (
            MOZILLA + "(Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) "
            "Version/18.5 Safari/605.1.15",
            "Safari on macOS",
        ),
        (MOZILLA + "(X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"),
        ("curl/8.9.1", "curl"),
        ("Something (Linux)", "Linux"),
        ("", "Unknown device"),
        ("x" * 10_000 + "\0<b>", "Unknown device"),
    ],
)
def test_a_browser_is_named_with_its_system(user_agent: str, words: str) -> None:
    assert str(session_store.read_device(user_agent)) == words
