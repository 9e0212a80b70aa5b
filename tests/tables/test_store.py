"""The database: its migrations lead to its schema, and wrong addresses are named."""

from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from mezani.tables.schema import metadata
from mezani.tables.store import Store, WrongDatabase

pytestmark = pytest.mark.anyio


async def test_the_migrations_lead_to_the_schema(database: str) -> None:
    store = Store(database)
    await store.open()
    await store.close()
    store = Store(database)
    await store.open()  # a second time there is nothing to do

    def differences(connection: Any) -> Any:
        return compare_metadata(MigrationContext.configure(connection, opts={"compare_type": True}), metadata)

    async with store.engine.connect() as connection:
        assert await connection.run_sync(differences) == []
    await store.close()


async def test_the_secret_of_the_house_stays_the_same(database: str) -> None:
    secrets = []
    for _ in range(2):
        store = Store(database)
        await store.open()
        secrets.append(await store.house_secret())
        await store.close()
    assert secrets[0] == secrets[1]
    assert len(secrets[0]) > 30


async def test_names_are_remembered(database: str) -> None:
    store = Store(database)
    await store.open()
    assert await store.name_of("x") == ""
    for name in ("Arve", "Arve D."):
        await store.remember_name("x", name)
        assert await store.name_of("x") == name
    await store.close()


@pytest.mark.parametrize("address", ["", "mysql://x/y", "mezani.db", "postgresql"])
def test_a_wrong_address_is_named(address: str) -> None:
    with pytest.raises(WrongDatabase, match="sqlite:///"):
        Store(address)
