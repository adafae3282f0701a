"""The web: an API that answers like the command line, and a page that asks it. Stateless, and safe by default.

Only `minemind serve` loads this room, which needs the extra `[web]`.
"""
