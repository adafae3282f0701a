"""What the digest of the page's engine depends on."""

from __future__ import annotations

from tools import wasm


def test_comments_and_blank_lines_change_nothing() -> None:
    before = "int most = 1'000;  // it's \"much\"\nint least = 1;\n"
    after = "// A thousand.\n\nint most = 1'000;\n/* and\n * one */\nint least = 1;  // or so\n"
    assert wasm.code(before) == wasm.code(after) == "int most = 1'000;\nint least = 1;"


def test_what_looks_like_a_comment_in_a_literal_is_code() -> None:
    source = "const auto link = \"https://\\\"//\";\nconst char quote = '\"'; const char other = '\\'';"
    assert wasm.code(source + '  // "quoted"') == source


def test_the_module_is_as_new_as_the_code() -> None:
    assert wasm.DIGEST.read_text().strip() == wasm.digest()
