"""What every answer carries: an id, security headers, a strict policy for content."""

import logging
import re

import pytest
from django.test import Client, RequestFactory

from config.logs import RequestIdFilter
from config.middleware import ProxyMiddleware, client_address


def test_every_answer_carries_the_security_headers(client: Client) -> None:
    headers = client.get("/healthz").headers

    assert sorted(headers["Content-Security-Policy"].split("; ")) == [
        "base-uri 'none'",
        "connect-src 'self'",
        "default-src 'none'",
        "font-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "img-src 'self' data:",
        "manifest-src 'self'",
        "script-src 'self'",
        "style-src 'self'",
    ]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert headers["Permissions-Policy"] == "camera=(), geolocation=(), microphone=(), payment=(), usb=()"


def test_the_answers_id_is_the_one_in_the_log(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    caplog.handler.addFilter(RequestIdFilter())
    with caplog.at_level(logging.INFO, "kiebitz.requests"):
        response = client.get("/healthz")

    (record,) = [record for record in caplog.records if record.name == "kiebitz.requests"]
    assert re.fullmatch(r"[0-9a-f]{32}", response.headers["X-Request-ID"])
    assert record.request_id == response.headers["X-Request-ID"]
    assert re.fullmatch(r"GET '/healthz' 200 in \d+ ms", record.getMessage())


@pytest.mark.django_db
def test_an_answer_that_is_no_success_is_logged_once_and_with_its_id(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.handler.addFilter(RequestIdFilter())
    with caplog.at_level(logging.INFO):
        response = client.get("/readyz")

    assert response.status_code == 503
    assert [(record.name, record.request_id) for record in caplog.records] == [
        ("config.health", response.headers["X-Request-ID"]),
        ("kiebitz.requests", response.headers["X-Request-ID"]),
    ]


def test_a_strangers_request_id_is_not_believed(client: Client) -> None:
    response = client.get("/healthz", headers={"X-Request-ID": "chosen-by-a-stranger"})

    assert response.headers["X-Request-ID"] != "chosen-by-a-stranger"


def test_our_proxys_request_id_is_taken_over(client: Client, settings: pytest.FixtureRequest) -> None:
    settings.PROXY_COUNT = 1  # type: ignore[attr-defined]

    response = client.get("/healthz", headers={"X-Request-ID": "chosen-by-our-proxy"})

    assert response.headers["X-Request-ID"] == "chosen-by-our-proxy"


@pytest.mark.parametrize(
    ("proxies", "forwarded", "address"),
    [
        (0, "203.0.113.9", "127.0.0.1"),
        (1, "203.0.113.9", "203.0.113.9"),
        (
            1,
            "10.9.8.7, 203.0.113.9",
            "203.0.113.9",
        ),  # what a visitor invents stands before what our proxy adds
        (2, "10.9.8.7, 203.0.113.9, 192.0.2.1", "203.0.113.9"),
        (2, "203.0.113.9", "127.0.0.1"),
    ],
)
def test_the_visitors_address_is_what_our_proxies_saw(
    rf: RequestFactory, settings: pytest.FixtureRequest, proxies: int, forwarded: str, address: str
) -> None:
    settings.PROXY_COUNT = proxies  # type: ignore[attr-defined]
    request = rf.get("/", headers={"X-Forwarded-For": forwarded})

    seen = []
    ProxyMiddleware(lambda request: seen.append(client_address(request)))(request)  # type: ignore[arg-type, func-returns-value]

    assert seen == [address]
