"""`make audit`: licences of what the site runs with, the bill of materials, and what the index says."""

import json
from importlib.metadata import Distribution
from pathlib import Path

import pytest

from scripts import audit

REQUIREMENTS = """\
amqp==5.4.2 \\
    --hash=sha256:9362660c4a31150cf18e78cae2ce8aa1e929fc6c6739e69f6dd5dbea9c3edc82
    # via kombu
tzlocal==5.4.4 ; sys_platform == 'plan9' \\
    --hash=sha256:aa
"""


def test_the_packages_of_a_file_are_read_with_versions_and_markers() -> None:
    amqp, tzlocal = audit.pinned(REQUIREMENTS)

    assert str(amqp) == "amqp==5.4.2"
    assert tzlocal.marker is not None
    assert not tzlocal.marker.evaluate()


def test_everything_that_the_site_runs_with_may_be_used() -> None:
    packages = list(audit.installed_packages(audit.RUN_TIME))

    assert "Django" in {package.name for package in packages}
    assert [package for package in packages if not audit.can_be_used(package.licence)] == []


@pytest.mark.parametrize(
    ("licence", "may"),
    [
        ("MIT", True),
        ("BSD-3-Clause AND Apache-2.0", True),
        ("LGPL-3.0-only", True),
        ("GPL-2.0-or-later OR MPL-1.1", True),
        ("GPL-3.0-only", False),
        ("MIT AND GPL-3.0-or-later", False),
        ("AGPL-3.0-or-later", False),
        ("GNU Lesser General Public License v3 (LGPLv3)", True),
        ("GNU General Public License v3 (GPLv3)", False),
        ("GNU Affero General Public License v3", False),
        ("GPLv2", False),
        ("", False),
    ],
)
def test_a_package_under_the_gpl_alone_is_refused(licence: str, may: bool) -> None:
    assert audit.can_be_used(licence) is may


@pytest.mark.parametrize(
    ("metadata", "licence"),
    [
        ("License-Expression: GPL-3.0-only\nLicense: whatever", "GPL-3.0-only"),
        (
            "Classifier: License :: OSI Approved\nClassifier: License :: OSI Approved :: MIT License",
            "MIT License",
        ),
        (
            (
                "Classifier: License :: OSI Approved :: MIT License\n"
                "Classifier: License :: OSI Approved :: GNU General Public License (GPL)"
            ),
            "MIT License OR GNU General Public License (GPL)",
        ),
        ("License: ISC", "ISC"),
        ("License: UNKNOWN", ""),
        ("License-File: LICENSE", "GPL-3.0-only"),
        ("License-File: ABSENT", ""),
        ("Summary: nothing is said", ""),
    ],
)
def test_a_licence_is_what_the_package_says(tmp_path: Path, metadata: str, licence: str) -> None:
    folder = tmp_path / "thing-1.0.dist-info"
    folder.mkdir()
    (folder / "licenses").mkdir()
    (folder / "licenses" / "LICENSE").write_text("Copyright 2024\n\n  GNU GENERAL\n  PUBLIC LICENSE\n")
    (folder / "METADATA").write_text(f"Metadata-Version: 2.4\nName: thing\nVersion: 1.0\n{metadata}\n")

    assert audit.licence_of(Distribution.at(folder)) == licence


def test_the_bill_of_materials_names_packages_with_versions_and_licences() -> None:
    packages = list(audit.installed_packages(audit.RUN_TIME))

    bill = json.loads(audit.bill_of_materials(packages))

    parts = {part["name"]: part for part in bill["components"]}
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    assert bill["metadata"]["component"]["name"] == "kiebitz"
    assert set(parts) == {package.name for package in packages}
    assert parts["Django"]["purl"] == f"pkg:pypi/django@{parts['Django']['version']}"
    assert parts["Django"]["licenses"] == [{"license": {"id": "BSD-3-Clause"}}]
    assert [name for name, part in parts.items() if not part.get("licenses")] == []


def test_what_the_index_says_is_told_with_the_version_that_mends_it() -> None:
    answer = {
        "dependencies": [
            {
                "name": "django",
                "version": "5.2.1",
                "vulns": [{"id": "PYSEC-1", "fix_versions": ["5.2.2", "6.0"]}],
            },
            {"name": "segno", "version": "1.6.6", "vulns": [{"id": "PYSEC-2", "fix_versions": []}]},
            {"name": "redis", "version": "6.0.0", "vulns": []},
            {"name": "kiebitz", "skip_reason": "Dependency not found"},
        ],
        "fixes": [],
    }

    advice = audit.read_answer(answer)

    assert advice.vulnerabilities == [
        "django 5.2.1: PYSEC-1, mended in 5.2.2, 6.0",
        "segno 1.6.6: PYSEC-2, not mended yet",
    ]
    assert advice.unknown == ["kiebitz"]
    assert not advice.is_silent


def test_without_a_network_it_says_that_nobody_has_looked(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # Nobody listens there.
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    monkeypatch.setenv("HOME", str(tmp_path))  # no answers kept from before
    requirements = tmp_path / "requirements.txt"
    requirements.write_text(f"segno==1.6.6 --hash=sha256:{'0' * 64}\n")
    monkeypatch.setattr(audit, "EVERYTHING", requirements)

    assert audit.main() == audit.UNKNOWN_TO_INDEX
    assert "nobody has looked" in capsys.readouterr().err
