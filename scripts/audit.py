"""Look for known vulnerabilities of the pinned packages, and write down what the site is made of, with licences.

The bill of materials (CycloneDX, JSON) is var/sbom.json. Exit codes: 0 nothing found, 1 something found, 3 the package
index told nothing about vulnerabilities, so that nobody knows.
"""

import json
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution, version
from pathlib import Path
from typing import Any, Final, NamedTuple

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from license_expression import get_spdx_licensing
from packageurl import PackageURL
from packaging.requirements import Requirement

ROOT: Final = Path(__file__).resolve().parent.parent
RUN_TIME: Final = ROOT / "requirements" / "base.txt"
EVERYTHING: Final = ROOT / "requirements" / "dev.txt"
SBOM: Final = ROOT / "var" / "sbom.json"
UNKNOWN_TO_INDEX: Final = 3
# Whoever uses a package under one of these alone has to publish under it as well.
_COPYLEFT: Final = re.compile(r"\bA?GPL\b|\bA?GPL[-v]|Affero|(?<!Lesser )(?<!Library )General Public License")
# What stands in the text of a licence, the strictest first.
_KNOWN_WORDS: Final = {
    "GNU AFFERO GENERAL PUBLIC LICENSE": "AGPL-3.0-only",
    "GNU LESSER GENERAL PUBLIC LICENSE": "LGPL-3.0-only",
    "GNU GENERAL PUBLIC LICENSE": "GPL-3.0-only",
    "Mozilla Public License Version 2.0": "MPL-2.0",
    "Apache License Version 2.0": "Apache-2.0",
    "Redistribution and use in source and binary forms": "BSD-3-Clause",
    "Permission is hereby granted, free of charge": "MIT",
}
_CLASSIFIER: Final = "License :: "
_MAX_NAME_LENGTH: Final = 120


class Package(NamedTuple):
    name: str
    version: str
    licence: str
    """As the package says: an SPDX expression, or a name. Empty if it says nothing."""


class Advice(NamedTuple):
    """What the index says of the pinned packages."""

    vulnerabilities: list[str]
    unknown: list[str]
    """Packages of which it says nothing."""
    is_silent: bool
    """It says nothing of any package."""


def main() -> int:
    packages = list(installed_packages(RUN_TIME))
    SBOM.parent.mkdir(exist_ok=True)
    SBOM.write_text(bill_of_materials(packages), encoding="utf-8")
    print(f"Bill of materials: {len(packages)} packages in {SBOM.relative_to(ROOT)}")
    refused = [package for package in packages if not can_be_used(package.licence)]
    for package in refused:
        said = package.licence or "no licence"
        print(f"{package.name} {package.version} is under {said}: take another package.", file=sys.stderr)
    advice = ask_index(EVERYTHING)
    for finding in advice.vulnerabilities:
        print(finding, file=sys.stderr)
    if refused or advice.vulnerabilities:
        return 1
    if advice.is_silent:
        print(
            "The package index says nothing about vulnerabilities, or cannot be reached: nobody has looked. "
            "Try again with a network that reaches it.",
            file=sys.stderr,
        )
        return UNKNOWN_TO_INDEX
    if advice.unknown:
        print(f"The index knows nothing of {', '.join(advice.unknown)}.", file=sys.stderr)
    print("Known vulnerabilities of the pinned packages: none")
    return 0


def installed_packages(requirements: Path) -> Iterator[Package]:
    """Those of the file that are installed here, with the licences they name themselves."""
    for requirement in pinned(requirements.read_text(encoding="utf-8")):
        if requirement.marker is not None and not requirement.marker.evaluate():
            continue  # for another system
        try:
            found = distribution(requirement.name)
        except PackageNotFoundError:
            raise SystemExit(f"kiebitz: {requirement.name} is not installed. Type make setup.") from None
        yield Package(found.metadata["Name"], found.version, licence_of(found))


def pinned(text: str) -> list[Requirement]:
    """The packages of a file that `make lock` wrote."""
    lines = (line.partition(" \\")[0] for line in text.splitlines() if re.match(r"[A-Za-z0-9]", line))
    return [Requirement(line) for line in lines]


def licence_of(package: Distribution) -> str:
    metadata = package.metadata
    if expressions := metadata.get_all("License-Expression", []):
        return str(expressions[0])
    classifiers = [
        each.rpartition(" :: ")[2]
        for each in metadata.get_all("Classifier", [])
        if each.startswith(_CLASSIFIER) and not each.endswith("OSI Approved")
    ]
    if classifiers:
        return " OR ".join(classifiers)
    named = "".join(metadata.get_all("License", [])).strip()
    if named in ("", "UNKNOWN"):
        return _licence_in_file(package)
    return named.splitlines()[0].strip()[:_MAX_NAME_LENGTH]


def _licence_in_file(package: Distribution) -> str:
    """By the words in which it is known to be written; else nobody can say."""
    for name in package.metadata.get_all("License-File", []):
        text = " ".join((package.read_text(f"licenses/{name}") or package.read_text(name) or "").split())
        for words, licence in _KNOWN_WORDS.items():
            if words in text:
                return licence
    return ""


def can_be_used(licence: str) -> bool:
    """Whether one of the licences that the package offers is none of the GPL. A missing one is no permission."""
    if not licence:
        return False
    return any(not _COPYLEFT.search(choice) for choice in _choices(licence))


def _choices(licence: str) -> Iterable[str]:
    """Of an expression, the ways in which it can be kept; of anything else, what it says between its ORs."""
    spdx = get_spdx_licensing()
    try:
        parsed = spdx.parse(licence, validate=True)
    except Exception:  # noqa: BLE001  the library has a dozen errors for what is no expression
        return licence.split(" OR ")
    simple = spdx.dedup(parsed)
    return (
        [str(each) for each in simple.args]
        if getattr(simple, "operator", "").strip() == "OR"
        else [str(simple)]
    )


def bill_of_materials(packages: Iterable[Package]) -> str:
    """CycloneDX 1.6, the same text for the same packages but for its number and time."""
    licences = LicenseFactory()
    site = Component(name="kiebitz", version=version("kiebitz"), type=ComponentType.APPLICATION)
    bom = Bom()
    bom.metadata.component = site
    parts = []
    for package in packages:
        url = PackageURL("pypi", name=package.name.lower().replace("_", "-"), version=package.version)
        part = Component(
            name=package.name,
            version=package.version,
            type=ComponentType.LIBRARY,
            purl=url,
            bom_ref=str(url),
            licenses=[licences.make_from_string(package.licence)] if package.licence else [],
        )
        bom.components.add(part)
        parts.append(part)
    bom.register_dependency(site, parts)
    return JsonV1Dot6(bom).output_as_string(indent=2)


def ask_index(requirements: Path) -> Advice:
    """What pip-audit learns of the file's packages. It asks the index that knows of vulnerabilities."""
    command = [sys.executable, "-m", "pip_audit", "--requirement", str(requirements), "--disable-pip"]
    command += ["--require-hashes", "--format", "json", "--progress-spinner", "off"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    try:
        answer = json.loads(done.stdout)
    except ValueError:
        print(done.stderr.strip()[-500:], file=sys.stderr)
        return Advice([], [], is_silent=True)
    return read_answer(answer)


def read_answer(answer: Any) -> Advice:
    """Of pip-audit's JSON."""
    packages = answer["dependencies"]
    unknown = [package["name"] for package in packages if "skip_reason" in package]
    findings = [
        f"{package['name']} {package['version']}: {each['id']}"
        + (f", mended in {', '.join(each['fix_versions'])}" if each["fix_versions"] else ", not mended yet")
        for package in packages
        for each in package.get("vulns", [])
    ]
    return Advice(findings, unknown, is_silent=len(unknown) == len(packages))


if __name__ == "__main__":
    sys.exit(main())
