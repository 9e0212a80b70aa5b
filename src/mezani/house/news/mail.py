"""E-mail: letters to addresses that their owners have confirmed, each with a link that ends it."""

import hashlib
import re
from dataclasses import dataclass
from email.errors import HeaderParseError
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from html import escape

from mezani.house.news.messages import Message
from mezani.house.news.posting import NotSent
from mezani.house.news.ways import Way
from mezani.language import Language, language
from mezani.tables.refusals import NoMail, WrongMailAddress

LONGEST = 254  # characters of an address
ADDRESS = re.compile(r"[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[\w-]+(\.[\w-]+)*", re.ASCII)
SECONDS = 20.0


@dataclass(frozen=True)
class PostOffice:
    """Where letters are taken in, and whose they are."""

    server: str
    port: int
    sender: str
    user: str = ""
    password: str = ""
    security: str = "starttls"  # or "tls", or "none"


@dataclass(frozen=True)
class Letter:
    """A letter: what it is about, its paragraphs, and links beneath, each with its words."""

    subject: str
    paragraphs: list[str]
    links: list[tuple[str, str]]
    end: str  # the link that ends all letters; empty in one that asks whether there shall be any


def checked_address(given: str) -> str:
    """An address as letters can be sent there; WrongMailAddress for everything else.

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


class Mail:
    """Sends letters."""

    def __init__(self, office: PostOffice | None, house_name: str = "Mezani") -> None:
        self.office, self.house_name = office, house_name

    @property
    def is_offered(self) -> bool:
        """Whether the host has set up where letters are taken in."""
        return self.office is not None

    async def send(self, way: Way, message: Message, end: str) -> None:
        """Send a message as a letter."""
        lang = language(way.lang)
        links = [(line.sentence, f"{way.site}{line.path}") for line in message.lines]
        await self.deliver(way.address, Letter(message.title, [], links, end), lang, message.key)

    async def deliver(self, to: str, letter: Letter, lang: Language, key: str) -> None:
        """Hand a letter over; NotSent if it is not taken."""
        import aiosmtplib

        if self.office is None:
            raise NoMail
        office = self.office
        try:
            await aiosmtplib.send(
                self.written(to, letter, lang, key),
                sender=office.sender,
                recipients=[to],
                hostname=office.server,
                port=office.port,
                username=office.user or None,
                password=office.password or None,
                use_tls=office.security == "tls",
                start_tls=office.security == "starttls",
                timeout=SECONDS,
            )
        except (aiosmtplib.SMTPRecipientsRefused, aiosmtplib.SMTPDataError) as problem:
            code = problem.recipients[0].code if isinstance(problem, aiosmtplib.SMTPRecipientsRefused) else problem.code
            raise NotSent(f"the letter was refused: {code}", is_final=code >= 500) from problem
        except (aiosmtplib.SMTPException, OSError) as problem:
            raise NotSent("the mail server does not take letters now") from problem

    def written(self, to: str, letter: Letter, lang: Language, key: str) -> EmailMessage:
        """A letter as it is sent: in words alone, and as a simple page."""
        assert self.office
        mail = EmailMessage(policy=SMTP)
        domain = self.office.sender.rpartition("@")[2]
        mail["From"] = Address(self.house_name, addr_spec=self.office.sender)
        mail["To"] = Address(addr_spec=to)
        mail["Subject"] = " ".join(letter.subject.split())
        mail["Message-ID"] = f"<{hashlib.sha256(f'{to} {key}'.encode()).hexdigest()[:32]}@{domain}>"
        mail["Auto-Submitted"] = "auto-generated"
        if letter.end:
            mail["List-Unsubscribe"] = f"<{letter.end}>"
            mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        mail.set_content(as_text(letter, lang))
        mail.add_alternative(as_page(letter, lang), subtype="html")
        mail["Content-Language"] = lang.code
        return mail


def as_text(letter: Letter, lang: Language) -> str:
    """A letter in words alone."""
    parts = [*letter.paragraphs, *(f"{words}\n{link}" for words, link in letter.links)]
    if letter.end:
        parts.append("-- \n" + lang.gettext("No more e-mails:") + f"\n{letter.end}")
    return "\n\n".join(parts) + "\n"


def as_page(letter: Letter, lang: Language) -> str:
    """A letter as a simple page: everything in it is text or a link of ours."""
    parts = [f"<p>{escape(words)}</p>" for words in letter.paragraphs]
    parts += [f'<p><a href="{escape(link)}">{escape(words)}</a></p>' for words, link in letter.links]
    if letter.end:
        words = escape(lang.gettext("Stop these e-mails"))
        parts.append(f'<hr><p><small><a href="{escape(letter.end)}">{words}</a></small></p>')
    head = (
        f'<!doctype html><html lang="{lang.code}"><head><meta charset="utf-8"><title>{escape(letter.subject)}</title>'
    )
    return f"{head}</head><body>\n" + "\n".join(parts) + "\n</body></html>\n"
