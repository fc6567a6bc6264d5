"""Fill the cache from npm tarballs on disk: `python -m extractor.acquire TARBALL...`, for machines without network."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from extractor.acquire import keep_tarball
from extractor.errors import ExtractorError


def main() -> int:
    """Keep each tarball; prints the release and platform of each, or one line for each that cannot be read."""
    parser = argparse.ArgumentParser(prog="python -m extractor.acquire", description=__doc__)
    parser.add_argument("tarballs", nargs="+", type=Path, metavar="TARBALL")
    parser.add_argument("--cache-dir", type=Path)
    options = parser.parse_args()
    failed = False
    for tarball in options.tarballs:
        try:
            bundle = keep_tarball(tarball, cache_dir=options.cache_dir)
        except (ExtractorError, OSError) as error:
            print(error, file=sys.stderr)
            failed = True
        else:
            print(f"{bundle.release} {bundle.platform}")
    return 2 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
