"""Boards that several tests of commands use."""

BOARD = "6 9 8\n0001.....\n0001112..\n0000002..\n0000112..\n11013....\n.101.....\n"
LAYOUT = "3 4 5\n**..\n**..\n*...\n"
