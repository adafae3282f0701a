"""What every HTML report is made of: a page that needs nothing else, its colours, tables, and drawings within it."""
