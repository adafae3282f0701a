"""The laboratory: many games by many strategies, results that survive, fair comparisons, reports."""
