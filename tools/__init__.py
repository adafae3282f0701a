"""Programs that the Makefile runs. They are not part of the package, and are not installed."""
