"""The parts of every HTML report: a self-contained page, its colours, tables and embedded drawings."""
