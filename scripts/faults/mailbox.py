"""A mail server that keeps who got which mail: one mail is one Message-ID, however often it is delivered."""

import hashlib
import socketserver
import threading
from collections import defaultdict
from email import message_from_bytes
from email.header import decode_header, make_header
from typing import Final

# Whoever signs in twice within a minute is told so twice, in the same words.
SAID_EACH_TIME: Final = frozenset({"Signed in to Kiebitz on a new device"})


class Mailbox:
    def __init__(self) -> None:
        self.ids: dict[str, list[str]] = defaultdict(list)  # by recipient
        self._contents: dict[tuple[str, str, str], set[str]] = defaultdict(set)
        mailbox = self

        class Conversation(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                mailbox.converse(self)

        class Server(socketserver.ThreadingTCPServer):
            daemon_threads = True
            allow_reuse_address = True

        self._server = Server(("127.0.0.1", 0), Conversation)
        self.port = int(self._server.server_address[1])
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def mails_to(self, address: str) -> int:
        return len(set(self.ids.get(address, ())))

    def deliveries(self) -> int:
        return sum(len(ids) for ids in self.ids.values())

    def mails(self) -> int:
        return sum(len(set(ids)) for ids in self.ids.values())

    def said_twice(self) -> dict[str, int]:
        """Mails of the same words to the same recipient, and how many there are."""
        return {
            f"“{subject}” to {address}": len(ids)
            for (address, subject, _), ids in self._contents.items()
            if len(ids) > 1 and subject not in SAID_EACH_TIME
        }

    def converse(self, connection: socketserver.StreamRequestHandler) -> None:
        """As much of SMTP as a mail needs."""
        recipients: list[str] = []

        def say(line: str) -> None:
            connection.wfile.write(f"{line}\r\n".encode())

        say("220 mailbox")
        while line := connection.rfile.readline():
            words = line.decode("ascii", "replace").strip()
            match words[:4].upper():
                case "MAIL":
                    recipients = []
                    say("250 go on")
                case "RCPT":
                    recipients.append(words.partition("<")[2].partition(">")[0])
                    say("250 go on")
                case "DATA":
                    say("354 go on")
                    content = self._read_content(connection)
                    if content is None:
                        return  # cut before the end: nothing was delivered
                    self._keep(recipients, content)
                    say("250 delivered")
                case "QUIT":
                    say("221 good bye")
                    return
                case _:
                    say("250 well")

    def _read_content(self, connection: socketserver.StreamRequestHandler) -> bytes | None:
        lines: list[bytes] = []
        while line := connection.rfile.readline():
            if line in (b".\r\n", b".\n"):
                return b"".join(lines)
            lines.append(line)
        return None

    def _keep(self, recipients: list[str], content: bytes) -> None:
        mail = message_from_bytes(content)
        identifier, subject = str(mail["Message-ID"]), str(make_header(decode_header(mail["Subject"])))
        body = hashlib.sha256(content.partition(b"\r\n\r\n")[2]).hexdigest()
        for address in recipients:
            self.ids[address].append(identifier)
            self._contents[address, subject, body].add(identifier)
