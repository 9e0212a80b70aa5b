"""Ahadi keeps to the contract of Mezani."""

from .positions import sound
from mezani.testing import contract

test_contract = contract("ahadi", check=sound, strict=True)
