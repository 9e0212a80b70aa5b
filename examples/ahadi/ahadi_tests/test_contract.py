"""Ahadi keeps to the contract of Mezani."""

from mezani.testing import contract

from .positions import sound

test_contract = contract("ahadi", check=sound, strict=True)
