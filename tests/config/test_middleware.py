"""What every answer carries: an id, security headers, a strict policy for content."""

import logging
import re

import pytest
from django.test import Client, RequestFactory

from config.logs import RequestIdFilter
from config.middleware import ProxyMiddleware, client_address

SECURITY_HEADERS = {
    "Content-Security-Policy": [
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
    ],
    "X-Content-Type-Options": ["nosniff"],
    "X-Frame-Options": ["DENY"],
    "Referrer-Policy": ["same-origin"],
    "Cross-Origin-Opener-Policy": ["same-origin"],
    "Cross-Origin-Resource-Policy": ["same-origin"],
    "Permissions-Policy": ["camera=(), geolocation=(), microphone=(), payment=(), usb=()"],
}


@pytest.mark.django_db
@pytest.mark.one_database
@pytest.mark.parametrize(
    ("address", "host", "https", "status"),
    [
        ("/", "testserver", False, 200),
        ("/healthz", "testserver", False, 200),
        ("/static/css/kiebitz.css", "testserver", False, 200),
        ("/nowhere/", "testserver", False, 404),
        ("/static/nowhere.css", "testserver", False, 404),
        ("/", "evil.example", False, 400),
        ("/", "evil.example", True, 400),
        ("/", "testserver", True, 301),
    ],
)
def test_every_answer_carries_the_security_headers(
    settings: pytest.FixtureRequest, address: str, host: str, https: bool, status: int
) -> None:
    settings.SECURE_SSL_REDIRECT = https  # type: ignore[attr-defined]

    response = Client().get(address, headers={"Host": host})
    response.getvalue()  # a static file is open until it has been read

    headers = response.headers
    assert response.status_code == status
    assert {name: sorted(headers[name].split("; ")) for name in SECURITY_HEADERS} == SECURITY_HEADERS
    assert "Access-Control-Allow-Origin" not in headers


@pytest.mark.parametrize(
    ("drawing", "styles"),
    [("onlooker-board.svg", r"style-src 'sha256-[\w+/]{43}='"), ("favicon.svg", "style-src 'none'")],
)
def test_a_static_drawing_may_wear_the_colours_it_carries_and_no_others(
    client: Client, drawing: str, styles: str
) -> None:
    response = client.get(f"/static/images/{drawing}")
    response.getvalue()

    policy = response.headers["Content-Security-Policy"].split("; ")
    (style,) = [directive for directive in policy if directive.startswith("style-src")]
    assert response.status_code == 200
    assert re.fullmatch(styles, style)
    assert "script-src 'none'" in policy


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


@pytest.mark.django_db
def test_who_loads_the_answer_to_a_form_again_gets_a_page_that_leads_back() -> None:
    address, form = "/events/1/s/1/rounds/order/", "http://testserver/events/1/s/1/rounds/"

    own, strange = (
        Client().get(address, headers={"Accept": "text/html", "Referer": before})
        for before in (form, "https://evil.example/")
    )

    for answer in (own, strange):
        assert answer.status_code == 405
        assert answer.headers["Allow"] == "POST"
        assert b"<h1>" in answer.content
    assert f'href="{form}"'.encode() in own.content
    assert b"evil.example" not in strange.content
