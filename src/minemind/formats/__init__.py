"""Games on disk, one file per format."""

from minemind.formats.saved import load, save

__all__ = ["load", "save"]
