"""The site: its files, how they refer to each other, and how they are written and served."""

from __future__ import annotations

import gzip
import json
import re
import shutil
from pathlib import Path
from typing import Any

import brotli
import pytest

import minemind as mm
from minemind.web import site as making
from minemind.web.javascript import ScriptFault
from minemind.web.policy import HEADER_POLICY, META_POLICY
from minemind.web.publish import LIST, publish
from minemind.web.site import ELEMENT, INDEX, STATIC, Site, build_site
from tests.cli.running import run
from tests.web.asking import Client
from tools import page_scripts

# The most bytes that a first visit waits for, in the language with the longest texts.
FIRST_LOAD = 250_000


@pytest.fixture(scope="module")
def site() -> Site:
    return build_site()


def text(site: Site, name: str) -> str:
    return site.files[name].content.decode()


def written(site: Site, folder: Path) -> dict[str, bytes]:
    names = {file.name for file in publish(site, folder)}
    assert names == {*site.files}
    return {path.name: path.read_bytes() for path in folder.iterdir()}


# ---- files


def test_a_first_visit_loads_little_and_few_files(site: Site) -> None:
    loaded = [site.files[name] for name in site.first_load]
    assert sum(min(len(file.content), *(len(file.encoded("br", best=True)),)) for file in loaded) <= FIRST_LOAD
    assert len(loaded) <= 10
    assert len(site.files) <= 19


def test_the_page_and_its_styles_come_without_what_no_browser_reads(site: Site) -> None:
    style = next(text(site, name) for name in site.files if name.endswith(".css"))
    assert "/*" not in style
    assert "  " not in style
    assert "display:grid;grid-template:" in style
    page = text(site, INDEX)
    assert "<!--" not in page
    assert "\n " not in page


def test_the_page_names_files_of_the_site_and_nothing_else(site: Site) -> None:
    page = text(site, INDEX)
    named = set(re.findall(r'(?:href|src)="([^"#][^"]*)"', page))
    assert named
    assert {name.removeprefix("./") for name in named} <= {*site.files}
    assert all(name.startswith("./") for name in named)
    assert "modulepreload" not in page


def test_scripts_name_files_of_the_site_and_nothing_else(site: Site) -> None:
    for name in site.files:
        if name.endswith(".js"):
            for address in re.findall(r'(?:new URL|import)\("([^"]+)"', text(site, name)):
                assert address.removeprefix("./") in site.files


def test_the_page_has_no_script_of_its_own_and_says_what_it_may_load(site: Site) -> None:
    page = text(site, INDEX)
    assert re.findall(r"<script[^>]*>([^<]*)</script>", page) == ["", "", ""]
    assert not re.search(r"\son\w+=|\sstyle=|<style|javascript:", page)
    rules = re.search(r'<meta http-equiv="Content-Security-Policy" content="([^"]+)">', page)
    assert rules is not None
    assert rules[1] == META_POLICY
    assert page.index("http-equiv") < page.index("<link")
    assert f"{META_POLICY}; frame-ancestors 'none'" == HEADER_POLICY
    assert "unsafe-inline" not in HEADER_POLICY
    assert "'unsafe-eval'" not in HEADER_POLICY


def small(folder: Path, main: str, inner: str = "") -> Site:
    """Build a site of two scripts."""
    page = '<meta charset="utf-8">\n<script type="module" src="main.js"></script>'
    files = {INDEX: page, "main.js": main, "inner.js": inner, "service-worker.js": "", ELEMENT: ""}
    for name, content in (files | {"manifest.webmanifest": '{"icons": []}'}).items():
        (folder / name).write_text(content)
    return build_site(folder)


def test_a_name_with_a_digest_changes_with_what_it_loads(tmp_path: Path) -> None:
    main = 'new Worker(new URL("./inner.js", import.meta.url));\n'
    one, same, other = (small(tmp_path, main, inner) for inner in ("log(1);\n", "log(1); // why\n", "log(2);\n"))
    assert [*one.files] == [*same.files]
    assert one.version == same.version != other.version
    assert {name.split(".")[0] for name in {*one.files} - {*other.files}} == {"inner", "main"}


def test_a_script_that_loads_itself_or_nothing_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ScriptFault, match=r"main\.js loads itself"):
        small(tmp_path, 'new Worker(new URL("./main.js", import.meta.url));\n')
    with pytest.raises(ScriptFault, match=r"there is no missing\.wasm"):
        small(tmp_path, 'fetch(new URL("./missing.wasm", import.meta.url));\n')


def test_what_is_kept_for_use_without_a_network_is_what_a_visit_needs(site: Site) -> None:
    line = text(site, "service-worker.js").partition("\n")[0]
    kept = json.loads(line.removeprefix("self.SITE=").removesuffix(";"))
    assert kept["version"] == site.version
    assert kept["files"] == ["./", *(f"./{name}" for name in site.kept if name != INDEX)]
    assert all(site.files[name].is_lasting for name in site.kept if name != INDEX)
    assert {*site.first_load} < {*site.kept}
    assert ELEMENT not in site.kept


def test_the_page_can_be_installed(site: Site) -> None:
    said = json.loads(text(site, "manifest.webmanifest"))
    assert said["start_url"] == said["scope"] == "./"
    assert {icon["src"].removeprefix("./") for icon in said["icons"]} <= {*site.files}
    assert 'rel="manifest" href="./manifest.webmanifest"' in text(site, INDEX)


def test_the_stored_icon_is_the_picture() -> None:
    resvg = pytest.importorskip("resvg_py")
    drawn = bytes(resvg.svg_to_bytes(svg_string=(STATIC / "icon.svg").read_text(), width=192))
    assert (STATIC / "icon.png").read_bytes()[:24] == drawn[:24]  # the size; other versions may compress it differently


# ---- writing


def test_every_file_is_written_with_copies_that_unpack_to_it(site: Site, tmp_path: Path) -> None:
    found = written(site, tmp_path / "new" / "folder")
    for name, file in site.files.items():
        assert found.pop(name) == file.content
        if file.encodings:
            assert gzip.decompress(found.pop(f"{name}.gz")) == file.content
            assert brotli.decompress(found.pop(f"{name}.br")) == file.content
    assert {*found} == {LIST}


def test_a_new_version_replaces_the_old_one_and_leaves_what_is_not_ours(site: Site, tmp_path: Path) -> None:
    before = written(site, tmp_path)
    page, main = site.files[INDEX], next(file for file in site.files.values() if file.name.startswith("main."))
    newer = main._replace(name="main.0123456789.js", content=b"// new")
    files = {name: file for name, file in site.files.items() if file != main}
    files |= {newer.name: newer, INDEX: page._replace(content=b"new")}
    (tmp_path / "CNAME").write_text("mines.example")
    after = written(Site(files, "newer", site.kept, site.first_load), tmp_path)
    assert {*before} - {*after} == {main.name, f"{main.name}.gz", f"{main.name}.br"}
    assert {*after} - {*before} == {newer.name, f"{newer.name}.gz", f"{newer.name}.br", "CNAME"}
    assert after[INDEX] == b"new"
    assert {*json.loads(after[LIST])["files"]} == {*after} - {LIST, "CNAME"}


def test_a_folder_of_others_is_left_alone(site: Site, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(mm.errors.FileError, match="holds other files; choose an empty folder"):
        list(publish(site, tmp_path))
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


@pytest.mark.parametrize(
    "listed", ["{", "[]", '{"files": 5}', '{"files": ["../x"]}', '{"files": [5]}', '{"files": [".."]}']
)
def test_a_list_that_names_other_files_is_not_believed(site: Site, tmp_path: Path, listed: str) -> None:
    (tmp_path / LIST).write_text(listed)
    with pytest.raises(mm.errors.FileError, match="is damaged"):
        list(publish(site, tmp_path))


def test_an_interrupted_run_is_cleaned_up_by_the_next(site: Site, tmp_path: Path) -> None:
    writing = publish(Site({**site.files, "x.js": site.files[ELEMENT]._replace(name="x.js")}, "x", (), ()), tmp_path)
    for file in writing:
        if file.name == "x.js":
            break
    writing.close()
    assert (tmp_path / "x.js").exists()
    assert not (tmp_path / INDEX).exists()
    assert "x.js" not in written(site, tmp_path)


def test_without_brotli_there_are_gzip_copies_only(site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "_brotli", lambda: None)
    found = written(site, tmp_path)
    assert f"{INDEX}.gz" in found
    assert not [name for name in found if name.endswith(".br")]


# ---- serving


def test_the_server_serves_the_same_site(client: Client, site: Site) -> None:
    for name, file in site.files.items():
        answer = client.get(f"/{name}")
        assert answer.content == file.content
        assert answer.headers["content-type"] == file.kind
        lasting = "public, max-age=31536000, immutable"
        assert answer.headers["cache-control"] == (lasting if file.is_lasting else "no-cache")
        assert answer.headers["content-security-policy"] == HEADER_POLICY


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [
        ("gzip, deflate, br, zstd", "br"),
        ("gzip", "gzip"),
        ("br;q=0, gzip;q=0.5", "gzip"),
        ("identity", None),
        ("", None),
    ],
)
def test_files_come_as_the_browser_wants_them(client: Client, site: Site, accepted: str, encoding: str | None) -> None:
    answer: Any = client.request("GET", "/", headers={"accept-encoding": accepted})
    assert answer.headers.get("content-encoding") == encoding
    assert answer.headers["vary"] == "accept-encoding"
    assert answer.content == site.files[INDEX].content
    known = client.request("GET", "/", headers={"if-none-match": answer.headers["etag"]})
    assert known.status_code == 304


# ---- the command


def test_the_command_says_what_it_wrote_and_refuses_folders_of_others(tmp_path: Path) -> None:
    done = run("page", "--out", str(tmp_path / "site"), "--json")
    assert done.code == 0
    said = json.loads(done.out)
    assert {file["name"] for file in said["files"]} == {*build_site().files}
    assert 0 < said["first_load_bytes"] <= FIRST_LOAD < said["kept_bytes"]
    (tmp_path / "notes.txt").write_text("mine")
    refused = run("page", "--out", str(tmp_path))
    assert refused.code == 1
    assert "holds other files" in refused.err


def test_a_wheel_whose_scripts_have_no_comments_makes_the_same_site(tmp_path: Path, site: Site) -> None:
    package, static = STATIC.parents[1], tmp_path / STATIC.relative_to(STATIC.parents[1])
    shutil.copytree(package, tmp_path, ignore=shutil.ignore_patterns("*.py", "*.js", "__pycache__"), dirs_exist_ok=True)
    page_scripts.main(static)
    scripts = {path.relative_to(STATIC) for path in STATIC.rglob("*.js")}
    assert {path.relative_to(static) for path in static.rglob("*.js")} == scripts
    assert 3 * sum((static / each).stat().st_size for each in scripts) < 2 * sum(
        (STATIC / each).stat().st_size for each in scripts
    )
    assert build_site(static).files == site.files
