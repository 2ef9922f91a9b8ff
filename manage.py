#!/usr/bin/env python
"""Django's command line."""

import os
import secrets
import sys
from importlib.metadata import version
from pathlib import Path

from django.core.management import execute_from_command_line

from config.private_files import write_private_files

# These read and print files; they serve nobody, so they need neither a secret nor a host name.
WITHOUT_A_SITE = {"check_pairings", "standings"}

# The first command in a new folder may be this one, on another machine than the one that was lost.
MAKES_A_SITE = {"restore"}


def main(arguments: list[str]) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    write_private_files()
    if not os.environ.get("SECRET_KEY"):
        if WITHOUT_A_SITE & set(arguments[1:2]):
            os.environ |= {"SECRET_KEY": secrets.token_urlsafe(50), "ALLOWED_HOSTS": "localhost"}
        else:
            _settings_of_make_run(may_be_new=bool(MAKES_A_SITE & set(arguments[1:2])))
    if arguments[1:] in (["--version"], ["version"]):
        print(f"Kiebitz {version('kiebitz')}, Django {version('django')}")
        return
    try:
        execute_from_command_line(arguments)
    except BrokenPipeError:
        # Whoever read our output has seen enough, as `head` does.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _settings_of_make_run(*, may_be_new: bool) -> None:
    """In a folder that `make run` serves from, or is going to, commands work on the same site with the same secret."""
    from config.environment import ConfigurationError, Environment
    from config.local_defaults import local_settings

    base_dir = Path(__file__).resolve().parent
    try:
        env = Environment(os.environ, base_dir=base_dir)
        var = env.folder("VAR_DIR", "var")
        if may_be_new and not env.text("SECRET_KEY"):
            var.mkdir(parents=True, exist_ok=True)
        if may_be_new or (var / "secret_key").is_file():
            os.environ |= local_settings(env)
    except ConfigurationError as error:
        raise SystemExit(f"kiebitz: {error}") from None


if __name__ == "__main__":
    main(sys.argv)
