"""What MineMind shows on a terminal. Nothing else in the package imports this room, or what it needs."""
