"""Tools for language models, by the Model Context Protocol: questions of the API, a puzzle, and a judge of moves.

`minemind mcp` serves them over standard input and output. Only `server` needs the extra `[mcp]`.
"""
