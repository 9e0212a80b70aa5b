"""The database: its migrations lead to its schema, and wrong addresses are named."""

from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from mezani.tables.database import WrongDatabase
from mezani.tables.refusals import WrongStart
from mezani.tables.schema import metadata, tables
from mezani.tables.store import Store
from mezani.tables.terms import OPEN, Terms, read_terms

pytestmark = pytest.mark.anyio


@pytest.fixture
def is_bare() -> bool:
    return True


def differences_from_schema(connection: Any) -> Any:
    """In what a database is not as the schema says."""
    return compare_metadata(MigrationContext.configure(connection, opts={"compare_type": True}), metadata)


async def test_the_migrations_lead_to_the_schema(database: str) -> None:
    store = Store(database)
    await store.open()
    await store.close()
    store = Store(database)
    await store.open()  # a second time there is nothing to do

    async with store.engine.connect() as connection:
        assert await connection.run_sync(differences_from_schema) == []
    await store.close()


async def test_tables_from_before_there_were_terms_keep_their_tricks_open(database: str) -> None:
    store = Store(database)
    await store.open()
    async with store.engine.begin() as connection:
        await connection.exec_driver_sql(
            "INSERT INTO tables (id, game, players, options, seed, public, rules, created_at, begun, over, moved_at)"
            " VALUES ('old', 'anne', 0, '{}', 1, false, 1, 0, false, false, 0)"
        )
        terms = (await connection.execute(sa.select(tables.c.terms))).scalar_one()
    assert read_terms(terms) == Terms(past_tricks=OPEN)
    await store.close()


def test_terms_that_nobody_knows_are_refused() -> None:
    wrong: list[object] = [{"past_tricks": "torn"}, {"clock": 5}, [], None]
    for given in wrong:
        with pytest.raises(WrongStart, match="terms"):
            read_terms(given)


async def test_the_secret_of_the_house_stays_the_same(database: str) -> None:
    secrets = []
    for _ in range(2):
        store = Store(database)
        await store.open()
        secrets.append(await store.house.secret())
        await store.close()
    assert secrets[0] == secrets[1]
    assert len(secrets[0]) > 30


async def test_names_are_remembered(database: str) -> None:
    store = Store(database)
    await store.open()
    assert await store.people.name_of("x") == ""
    for name in ("Arve", "Arve D."):
        await store.people.remember_name("x", name)
        assert await store.people.name_of("x") == name
    await store.close()


@pytest.mark.parametrize("address", ["", "mysql://x/y", "mezani.db", "postgresql"])
def test_a_wrong_address_is_named(address: str) -> None:
    with pytest.raises(WrongDatabase, match="sqlite:///"):
        Store(address)
