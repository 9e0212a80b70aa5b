"""E-mail to addresses that their owners have confirmed, each with a link that ends it."""

import asyncio
import hashlib
import re
from dataclasses import dataclass
from email.errors import HeaderParseError
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from html import escape

from mezani.house.notifications.channels import Channel
from mezani.house.notifications.http_post import NotSent
from mezani.house.notifications.messages import Message
from mezani.language import Language, language
from mezani.tables.refusals import NoMail, WrongMailAddress

LONGEST = 254  # characters of an address
ADDRESS = re.compile(r"[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[\w-]+(\.[\w-]+)*", re.ASCII)
PAGE_STYLE = "max-width:34rem;margin:0 auto;padding:24px;font:16px/1.5 system-ui,sans-serif"
BUTTON = "display:block;padding:12px 16px;border:1px solid #2c3f73;border-radius:8px;font-weight:700;color:#2c3f73"
END = "margin-top:32px;padding-top:12px;border-top:1px solid #cfc3a8;font-size:14px;color:#5d5147"
PAGE = """<!doctype html><html lang="{lang}"><head><meta charset="utf-8"><title>{subject}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"></head>
<body><div style="{page}">
<h1 style="font-size:22px;line-height:1.2">{subject}</h1>
{parts}
<p style="{end_style}">{end}</p>
</div></body></html>
"""
SECONDS = 20.0  # for the whole of it


@dataclass(frozen=True)
class MailServer:
    """By which server mail is sent, and in whose name."""

    host: str
    port: int
    sender: str
    user: str = ""
    password: str = ""
    security: str = "starttls"  # or "tls", or "none"


@dataclass(frozen=True)
class Email:
    """An e-mail: what it is about, its paragraphs, and links beneath, each with its words."""

    subject: str
    paragraphs: list[str]
    links: list[tuple[str, str]]
    unsubscribe: str  # the link that ends them all; empty in one that asks whether there shall be any


def checked_address(given: str) -> str:
    """An address as mail can be sent there; WrongMailAddress for everything else.

    >>> checked_address(" nadia@example.org ")
    'nadia@example.org'
    """
    address = given.strip()
    try:
        fine = len(address) <= LONGEST and ADDRESS.fullmatch(address) and Address(addr_spec=address).domain
    except (HeaderParseError, ValueError, IndexError):
        fine = False
    if not fine:
        raise WrongMailAddress
    return address


class Mailer:
    """Sends e-mail."""

    def __init__(self, server: MailServer | None, house_name: str = "Mezani") -> None:
        self.server, self.house_name = server, house_name

    @property
    def is_offered(self) -> bool:
        """Whether the host has named a server for mail."""
        return self.server is not None

    async def send(self, channel: Channel, message: Message, unsubscribe: str) -> None:
        """Send a message as an e-mail."""
        lang = language(channel.lang)
        links = [(line.sentence, f"{channel.site}{line.path}") for line in message.lines]
        await self.deliver(channel.address, Email(message.title, [], links, unsubscribe), lang, message.key)

    async def deliver(self, to: str, email: Email, lang: Language, key: str) -> None:
        """Hand an e-mail over; NotSent if it is not taken."""
        import aiosmtplib

        if self.server is None:
            raise NoMail
        server = self.server
        try:
            async with asyncio.timeout(SECONDS):
                await aiosmtplib.send(
                    self.composed(to, email, lang, key),
                    sender=server.sender,
                    recipients=[to],
                    hostname=server.host,
                    port=server.port,
                    username=server.user or None,
                    password=server.password or None,
                    use_tls=server.security == "tls",
                    start_tls=server.security == "starttls",
                )
        except (aiosmtplib.SMTPRecipientsRefused, aiosmtplib.SMTPDataError) as problem:
            code = problem.recipients[0].code if isinstance(problem, aiosmtplib.SMTPRecipientsRefused) else problem.code
            raise NotSent("refused", f"the e-mail was refused: {code}", code, is_final=code >= 500) from problem
        except (aiosmtplib.SMTPException, OSError) as problem:  # also what takes too long
            raise NotSent("mail server", "the mail server does not take e-mail now") from problem

    def composed(self, to: str, email: Email, lang: Language, key: str) -> EmailMessage:
        """An e-mail as it is sent: in words alone, and as a simple page."""
        assert self.server
        mail = EmailMessage(policy=SMTP)
        domain = self.server.sender.rpartition("@")[2]
        mail["From"] = Address(self.house_name, addr_spec=self.server.sender)
        mail["To"] = Address(addr_spec=to)
        mail["Subject"] = " ".join(email.subject.split())
        mail["Message-ID"] = f"<{hashlib.sha256(f'{to} {key}'.encode()).hexdigest()[:32]}@{domain}>"
        mail["Auto-Submitted"] = "auto-generated"
        if email.unsubscribe:
            mail["List-Unsubscribe"] = f"<{email.unsubscribe}>"
            mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        mail.set_content(as_text(email, lang))
        mail.add_alternative(as_page(email, lang, self.house_name), subtype="html")
        mail["Content-Language"] = lang.code
        return mail


def as_text(email: Email, lang: Language) -> str:
    """An e-mail in words alone."""
    parts = [*email.paragraphs, *(f"{words}\n{link}" for words, link in email.links)]
    if email.unsubscribe:
        parts.append("-- \n" + lang.gettext("No more e-mails:") + f"\n{email.unsubscribe}")
    return "\n\n".join(parts) + "\n"


def as_page(email: Email, lang: Language, house_name: str) -> str:
    """An e-mail as a simple page: everything in it is text or a link of ours, and nothing is fetched."""
    parts = [f"<p>{escape(words)}</p>" for words in email.paragraphs]
    parts += [f'<p><a href="{escape(link)}" style="{BUTTON}">{escape(words)}</a></p>' for words, link in email.links]
    end = escape(house_name)
    if email.unsubscribe:
        words = escape(lang.gettext("Stop these e-mails"))
        end += f' · <a href="{escape(email.unsubscribe)}" style="color:#5d5147">{words}</a>'
    return PAGE.format(
        lang=lang.code, subject=escape(email.subject), page=PAGE_STYLE, end_style=END, parts="\n".join(parts), end=end
    )
