"""Questions as values: what a program may send, with the schema of its fields. The API and the tools share them.

They need pydantic, and so one of the extras `[web]` and `[mcp]`. The engine protocol, which has to start at once, reads
its own fields.
"""
