"""The bytes are those of the standards, and only the browser reads them."""

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from jobs.web_push.encryption import (
    CURVE,
    MAX_PLAIN_BYTES,
    ReceiverKeys,
    decode,
    encode,
    encrypt,
    encrypt_record,
)
from tests.players.notifications.push_service import Browser

# RFC 8291, section 5 and appendix A.
BROWSER_POINT = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
BROWSER_AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
SENDER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
BODY = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3"
    "jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def test_a_record_is_that_of_rfc_8188() -> None:
    """Its section 3.1."""
    record = encrypt_record(
        b"I am the walrus", secret=decode("yqdlZ-tYemfogSmv7Ws5PQ"), salt=decode("I1BsxtFttlv3u_Oo94xnmw")
    )

    assert encode(record) == "I1BsxtFttlv3u_Oo94xnmwAAEAAA-NAVub2qFgBEuQKRapoZu-IxkIva3MEB1PD-ly8Thjg"


def test_a_message_is_that_of_rfc_8291() -> None:
    sender = ec.derive_private_key(int.from_bytes(decode(SENDER)), CURVE)
    receiver = ReceiverKeys.from_text(p256dh=BROWSER_POINT, auth=BROWSER_AUTH)

    body = encrypt(b"When I grow up, I want to be a watermelon", receiver, sender=sender, salt=decode(SALT))

    assert encode(body) == BODY


def test_every_message_has_keys_of_its_own_and_the_browser_reads_it() -> None:
    browser = Browser()
    keys = ReceiverKeys.from_text(p256dh=browser.p256dh, auth=browser.auth)

    first, second = (encrypt("Brett 5, Weiß".encode(), keys) for _ in range(2))

    assert first[:86] != second[:86]
    assert browser.decrypt(first) == browser.decrypt(second) == "Brett 5, Weiß".encode()


def test_the_longest_message_is_what_push_services_take() -> None:
    browser = Browser()
    keys = ReceiverKeys.from_text(p256dh=browser.p256dh, auth=browser.auth)

    assert len(encrypt(b"x" * MAX_PLAIN_BYTES, keys)) == 4096
    with pytest.raises(ValueError, match="at most"):
        encrypt(b"x" * (MAX_PLAIN_BYTES + 1), keys)


@pytest.mark.parametrize(
    ("p256dh", "auth"),
    [
        ("", BROWSER_AUTH),
        (BROWSER_POINT, ""),
        (BROWSER_POINT, "AAAA"),
        (BROWSER_POINT[:-4], BROWSER_AUTH),
        ("B" + "A" * 86, BROWSER_AUTH),
        ("ä" * 87, BROWSER_AUTH),
        ("!" * 87, BROWSER_AUTH),
    ],
)
def test_keys_that_no_browser_has_are_refused(p256dh: str, auth: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  of several libraries
        ReceiverKeys.from_text(p256dh=p256dh, auth=auth)
