"""Batch: layouts from files, played by strategies, and a summary with a row for each game."""
