"""What the Makefile runs, beside the package: nothing here is installed."""
