"""How fast MineMind is, in CPU time: `make bench`."""
