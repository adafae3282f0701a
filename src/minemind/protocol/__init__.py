"""The engine protocol: one JSON object a line, questions on standard input, answers on standard output.

`minemind engine` speaks it; docs/protocol.md describes it, and docs/protocol.schema.json is its schema. The other side
of the pipe is `mm.Remote`, or a program in any language.
"""
