"""The table in the documentation is the one in the code."""

from io import StringIO
from pathlib import Path

from django.core.management import call_command
from django.utils.translation import override

from core.permissions.register import all_permissions

FILE = Path(__file__).parents[2] / "docs" / "permissions.md"


def printed() -> str:
    output = StringIO()
    call_command("permissions_table", stdout=output)
    return output.getvalue()


def test_the_documentation_has_the_table_of_the_code() -> None:
    assert FILE.read_text(encoding="utf-8") == printed(), "Run `manage.py permissions_table --write`."


def test_every_permission_has_its_line() -> None:
    table = printed()

    assert [permission.key for permission in all_permissions() if f" `{permission.key}` |" not in table] == []


def test_a_line_marks_those_who_may() -> None:
    lines = printed().splitlines()

    columns = (
        "action|site administrator|owner|organiser|arbiter|event arbiter|member|person concerned|visitor|key"
    )
    assert f"| {columns.replace('|', ' | ')} |" in lines
    assert "| change a club's settings | ✓ | ✓ |  |  |  |  |  |  | `club.edit` |" in lines
    assert (
        "| see a club and the members who agreed to be listed | ✓ | ✓ | ✓ | ✓ | ✓ | ✓ | ✓ | ✓ | `club.see` |"
        in lines
    )


def test_the_table_is_english_whatever_the_language() -> None:
    with override("de"):
        assert printed() == FILE.read_text(encoding="utf-8")
