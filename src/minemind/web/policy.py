"""Policy: what the page may load, by the same rules whether our own server or another host delivers it."""

from __future__ import annotations

__all__ = ["HEADER_POLICY", "META_POLICY"]

# Scripts and styles are files of the page's own host. The engine is compiled in the browser, which is all that
# 'wasm-unsafe-eval' allows.
_RULES = (
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "worker-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
)

META_POLICY = "; ".join(_RULES)

# No other page can show ours in a frame: browsers accept this rule only in a header.
HEADER_POLICY = "; ".join((*_RULES, "frame-ancestors 'none'"))
