"""What a drawing that is opened alone may do: wear the colours that it carries with it, and nothing else."""

import re
from base64 import b64encode
from hashlib import sha256

from csp.constants import NONE
from csp.utils import build_policy


def policy_of_picture(drawing: str) -> str:
    """The policy for content that belongs to this drawing."""
    return str(build_policy(replace={"script-src": [NONE], "style-src": _styles_of(drawing) or [NONE]}))


def _styles_of(drawing: str) -> list[str]:
    """The sources a policy has to name, so that a drawing may wear what stands in its own `<style>`."""
    styles = re.findall("<style>(.*?)</style>", drawing, re.DOTALL)
    return [f"'sha256-{b64encode(sha256(style.encode()).digest()).decode()}'" for style in styles]
