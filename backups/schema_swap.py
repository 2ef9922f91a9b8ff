"""PostgreSQL: the tables of one schema take the place of those of another, in one transaction."""

from typing import Any, Final, NamedTuple

from django.db import OperationalError

from backups.errors import BackupRefused

LOCK_TIMEOUT: Final = "15s"

# Tables with their partitions, views and sequences of their own. Indexes and sequences of columns go with their tables.
_RELATIONS: Final = """
SELECT c.relname, c.relkind::text FROM pg_class c
WHERE c.relnamespace = to_regnamespace(%s) AND c.relkind IN ('r', 'p', 'v', 'm', 'S')
  AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid
                  AND d.deptype IN ('a', 'i', 'e') AND c.relkind = 'S')
  AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid
                  AND d.deptype = 'e')
ORDER BY c.relkind = 'v', c.relname
"""
_FUNCTIONS: Final = """
SELECT p.proname, pg_get_function_identity_arguments(p.oid) FROM pg_proc p
WHERE p.pronamespace = to_regnamespace(%s)
  AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid
                  AND d.deptype = 'e')
ORDER BY 1, 2
"""
_PARTITIONS: Final = """
SELECT c.relname FROM pg_partition_tree(%s::regclass) tree JOIN pg_class c ON c.oid = tree.relid
WHERE c.relnamespace = to_regnamespace(%s)
"""
_KINDS: Final = {"r": "TABLE", "p": "TABLE", "v": "VIEW", "m": "MATERIALIZED VIEW", "S": "SEQUENCE"}


class _Relation(NamedTuple):
    name: str
    kind: str


class _Function(NamedTuple):
    name: str
    arguments: str


def move_schema(connection: Any, schema: str, *, home: str, kept: str) -> bool:
    """All of `schema` goes to `home`; what is in its way there goes to `kept`. Whether anything was in the way.

    What else is in `home`, of other programs, stays there.
    """
    connection.set_autocommit(False)
    try:
        with connection.cursor() as cursor:
            cursor.execute(f"SET LOCAL lock_timeout = '{LOCK_TIMEOUT}'")
            was_there = _move(cursor, schema, home=home, kept=kept)
        connection.commit()
    except OperationalError as error:
        connection.rollback()
        raise BackupRefused(
            "The tables are in use: stop the site, then restore again. Nothing was changed "
            f"({str(error).strip().splitlines()[0]})."
        ) from error
    except BaseException:
        connection.rollback()
        raise
    finally:
        connection.set_autocommit(True)
    return was_there


def _move(cursor: Any, schema: str, *, home: str, kept: str) -> bool:
    new_relations, new_functions = _relations(cursor, schema), _functions(cursor, schema)
    names = {relation.name for relation in new_relations}
    for relation in _relations(cursor, home):
        if relation.kind == "p" and relation.name in names:
            names |= _partitions(cursor, home, relation.name)
    old_relations = [relation for relation in _relations(cursor, home) if relation.name in names]
    old_functions = [function for function in _functions(cursor, home) if function in new_functions]
    if old_relations or old_functions:
        cursor.execute(f"CREATE SCHEMA {_quoted(kept)}")
        _set_schema(cursor, home, kept, old_relations, old_functions)
    _set_schema(cursor, schema, home, new_relations, new_functions)
    cursor.execute(f"DROP SCHEMA {_quoted(schema)} CASCADE")
    return bool(old_relations)


def _set_schema(
    cursor: Any, schema: str, target: str, relations: list[_Relation], functions: list[_Function]
) -> None:
    for relation in relations:
        place = f"{_quoted(schema)}.{_quoted(relation.name)}"
        cursor.execute(f"ALTER {_KINDS[relation.kind]} {place} SET SCHEMA {_quoted(target)}")
    for function in functions:
        place = f"{_quoted(schema)}.{_quoted(function.name)}({function.arguments})"
        cursor.execute(f"ALTER FUNCTION {place} SET SCHEMA {_quoted(target)}")


def _relations(cursor: Any, schema: str) -> list[_Relation]:
    cursor.execute(_RELATIONS, [_quoted(schema)])
    return [_Relation(*row) for row in cursor.fetchall()]


def _functions(cursor: Any, schema: str) -> list[_Function]:
    cursor.execute(_FUNCTIONS, [_quoted(schema)])
    return [_Function(*row) for row in cursor.fetchall()]


def _partitions(cursor: Any, schema: str, table: str) -> set[str]:
    cursor.execute(_PARTITIONS, [f"{_quoted(schema)}.{_quoted(table)}", _quoted(schema)])
    return {row[0] for row in cursor.fetchall()}


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
