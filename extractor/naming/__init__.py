"""Official names for shapes: the types of an SDK's `sdk.d.ts` name definitions of an inventory; no bundle is needed."""

from extractor.naming.apply import apply_matching, apply_official_names
from extractor.naming.match import Matching, match_official_names
from extractor.naming.official import OfficialTypes
from extractor.naming.read import read_official_names

__all__ = [
    "Matching",
    "OfficialTypes",
    "apply_matching",
    "apply_official_names",
    "match_official_names",
    "read_official_names",
]
