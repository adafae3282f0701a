"""Report: what runs and batches came to, as a page and figures."""
