"""Boards that need no guess: how hard they are, and certificates that anybody can check."""
