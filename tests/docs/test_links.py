"""The documents hold together: what they link to exists, and what the README shows is what happens."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("engine/*.md")])


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_link_leads_somewhere(document: Path) -> None:
    targets = re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", document.read_text(encoding="utf-8"))
    local = [target for target in targets if "://" not in target and not target.startswith("mailto:")]

    assert [target for target in local if not (document.parent / target).exists()] == []


def test_the_readme_leads_to_every_guide() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    guides = {str(path.relative_to(ROOT)) for path in ROOT.glob("docs/*.md")}

    assert guides - set(re.findall(r"\]\((docs/[^)#]+)\)", readme)) == set()


def test_the_readmes_example_answers_as_shown() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = re.search(r"\$ echo '(?P<record>[^']+)' \| \S+ validate -\n +(?P<answer>.+)\n", readme)
    assert shown

    done = subprocess.run(
        [sys.executable, "-m", "engine", "validate", "-"],
        input=shown["record"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode, done.stdout.strip()) == (1, shown["answer"])
