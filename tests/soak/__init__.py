"""Soak: the long trials, which take hours, in parts that can be stopped and continued. `make soak` runs them."""
