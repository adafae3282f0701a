"""Pictures of boards as players have them, for the reader of screenshots: it shares nothing with what is drawn here."""
