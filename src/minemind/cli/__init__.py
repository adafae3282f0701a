"""The command line. Nothing else in the package imports this room or the libraries that only it needs."""
