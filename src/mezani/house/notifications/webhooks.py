"""Webhooks: a message as JSON to a web address of one's own, in the form that chat services take."""

import json
from typing import Any
from urllib.parse import urlsplit

from mezani.house.notifications.channels import Channel
from mezani.house.notifications.http_post import HttpPoster, NotSent
from mezani.house.notifications.messages import Message

DISCORD = ("discord.com", "discordapp.com", "ptb.discord.com", "canary.discord.com")
TEXT_ALONE = ("chat.googleapis.com", "hooks.slack.com")  # these take nothing else
GONE, TOO_MANY = 410, 429
HARMLESS = str.maketrans({"@": "@\u200b", "<": "‹", ">": "›"})  # a name must not call everybody in a chat


class Webhooks:
    """Sends to web addresses."""

    def __init__(self, poster: HttpPoster) -> None:
        self.poster = poster

    async def check(self, address: str) -> None:
        """WrongAddress if nothing is sent to an address."""
        await self.poster.check(address)

    async def send(self, channel: Channel, message: Message) -> None:
        """Send a message to an address."""
        body = json.dumps(body_for(channel.address, message, channel.site)).encode()
        headers = {"Content-Type": "application/json", "User-Agent": "Mezani"}
        status = await self.poster.post(channel.address, headers, body)
        if not 200 <= status < 300:
            raise NotSent.answered(status, status == GONE, 300 <= status < 500 and status != TOO_MANY)


def body_for(address: str, message: Message, site: str) -> dict[str, Any]:
    """The JSON that the service at an address takes; others get it all."""
    lines = [line.sentence.translate(HARMLESS) for line in message.lines]
    text = "\n".join([*lines, f"{site}{message.path}"])
    host = urlsplit(address).hostname
    if host in DISCORD:
        return {"content": text, "allowed_mentions": {"parse": []}}
    if host in TEXT_ALONE:
        return {"text": text}
    notifications = [{**one, "link": f"{site}{one['path']}"} for one in message.notifications]
    return {"text": text, "content": text, "notifications": notifications, "waiting": message.waiting}
