"""Games on disk, one file per format."""
