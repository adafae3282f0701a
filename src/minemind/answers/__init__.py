"""Answers: what can be asked about a position, answered in full (answer.py), then as text or as JSON.

Commands, the shell and the API ask here, so that one deadline holds for a whole answer and each field is defined once.
"""
