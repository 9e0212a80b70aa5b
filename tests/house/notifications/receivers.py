"""Real receivers on loopback: a push service with a browser behind it, a web address, and a mail server."""

import json
import socket
import threading
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece
import pytest
from aiosmtpd.controller import Controller
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from mezani.house.notifications.mail import MailServer

AUTH = b"sixteen letters!"


def base64(given: bytes) -> str:
    return urlsafe_b64encode(given).decode().rstrip("=")


@dataclass
class Came:
    """A request that came to a receiver."""

    path: str
    headers: dict[str, str]
    body: bytes


class WebServer:
    """Takes what is posted, and answers with a status."""

    def __init__(self) -> None:
        self.came: list[Came] = []
        self.status, self.location = 201, ""
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                server.came.append(Came(self.path, {name.lower(): value for name, value in self.headers.items()}, body))
                self.send_response(server.status)
                if server.location:
                    self.send_header("Location", server.location)
                self.end_headers()

            def log_message(self, *facts: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port: int = self.server.server_address[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self.thread = threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.01})
        self.thread.start()

    def stop(self) -> None:
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()


class PushService(WebServer):
    """A push service, and a browser whose key opens what comes."""

    def __init__(self) -> None:
        super().__init__()
        self.key = ec.generate_private_key(ec.SECP256R1())
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.endpoint = f"{self.address}/device/1"
        self.keys = {"p256dh": base64(point), "auth": base64(AUTH)}

    def opened(self, came: Came) -> dict[str, Any]:
        """What a message says, once its seal is broken."""
        text = http_ece.decrypt(came.body, private_key=self.key, auth_secret=AUTH, version="aes128gcm")
        said: dict[str, Any] = json.loads(text)
        return said

    @staticmethod
    def signed(came: Came) -> dict[str, Any]:
        """The claims of a signature that is right, and by which key it was made."""
        assert Vapid02.verify(came.headers["authorization"])
        fields = dict(part.strip().split("=", 1) for part in came.headers["authorization"][6:].split(","))
        claims = fields["t"].split(".")[1]
        return {**json.loads(urlsafe_b64decode(claims + "=" * (-len(claims) % 4))), "key": fields["k"]}


@dataclass
class MailReceiver:
    """A mail server that keeps what it is given, unless it refuses."""

    port: int
    taken: list[EmailMessage] = field(default_factory=list)
    recipients: list[str] = field(default_factory=list)
    answer: str = "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802 (aiosmtpd's name)
        if self.answer.startswith("250"):
            self.taken.append(message_from_bytes(envelope.content, policy=policy.default))
            self.recipients += envelope.rcpt_tos
        return self.answer

    @property
    def settings(self) -> MailServer:
        return MailServer("127.0.0.1", self.port, "games@example.org", security="none")


@pytest.fixture
def push_service() -> Iterator[PushService]:
    service = PushService()
    yield service
    service.stop()


@pytest.fixture
def hooks() -> Iterator[WebServer]:
    server = WebServer()
    yield server
    server.stop()


@pytest.fixture
def mail_receiver() -> Iterator[MailReceiver]:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        receiver = MailReceiver(int(probe.getsockname()[1]))
    controller = Controller(receiver, hostname="127.0.0.1", port=receiver.port)
    controller.start()
    yield receiver
    controller.stop()
