"""Where the platforms' machine-readable descriptions lie, if they are there at all.

BOT_SPECS names the folder; else a folder `shared/specs` beside the repository. Without it the stand-ins keep
to their hand-written limits.
"""

import gzip
import json
import os
from functools import cache
from pathlib import Path

from tests.support.standin.ledger import Json

_REPOSITORY = Path(__file__).resolve().parents[3]
_NAMED = os.environ.get("BOT_SPECS")  # read once: the tests themselves run without any BOT_ variable


def specs_folder() -> Path | None:
    folder = Path(_NAMED) if _NAMED else _REPOSITORY.parent / "shared" / "specs"
    return folder if folder.is_dir() else None


@cache
def load_spec(name: str) -> Json | None:
    """The gzipped JSON document `name`, or None where there is none."""
    folder = specs_folder()
    if folder is None or not (folder / name).is_file():
        return None
    document: Json = json.loads(gzip.decompress((folder / name).read_bytes()))
    return document
