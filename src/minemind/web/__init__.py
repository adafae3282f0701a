"""The web: the page as a site for any host, and a server for it with an API that answers like the command line.

`minemind page` loads only what builds the site, and has no further dependencies; `minemind serve` loads the rest, which
needs the extra `[web]`. The server is stateless, and safe by default.
"""
