"""Batch: layouts from files, played by strategies, and the summary that grows by a row for each."""
