"""Bundles: several modules as one script that behaves as they do, and scripts with their comments removed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from minemind.web.bundle import bundle
from minemind.web.javascript import ScriptFault, stripped, tokens
from minemind.web.site import STATIC
from tests.web.node import MODEL, run


def script(folder: Path, **modules: str) -> Path:
    """Write some modules into a folder, and return the path of the first."""
    for name, text in modules.items():
        (folder / f"{name}.js").write_text(text)
    return folder / f"{next(iter(modules))}.js"


def said(folder: Path, **modules: str) -> str:
    """The output of a bundle of some modules."""

    def store(path: Path, text: str) -> str:
        (folder / f"part-{path.stem}.mjs").write_text(text)
        return f"./part-{path.stem}.mjs"

    (folder / "bundled.mjs").write_text(bundle(script(folder, **modules), lambda path: f"./{path.name}", store))
    done = run(str(folder / "bundled.mjs"))
    assert done.returncode == 0, done.stderr
    return done.stdout


def _kept(path: Path, _: str) -> str:
    return path.name


def short(text: str) -> str:
    return "".join(token.text for token in stripped(list(tokens(text))))


def test_modules_run_once_each_after_what_they_import_and_keep_their_names(tmp_path: Path) -> None:
    printed = said(
        tmp_path,
        main='import { a, b as other } from "./one.js";\nimport { two, A } from "./two.js";\n'
        "const hidden = 1;\nconsole.log(a(), other, two, new A().name, hidden, await Promise.resolve(5));\n",
        one='import { two } from "./two.js";\nconst hidden = 2;\nexport function a() {\n  return [hidden, two];\n}\n'
        'export const b = "b";\nconsole.log("one");\n',
        two='console.log("two");\nconst hidden = 3;\nexport const two = hidden;\n'
        "export class A {\n  name = 4;\n}\nexport async function later() {}\n",
    )
    assert printed == "two\none\n[ 2, 3 ] b 3 4 1 5\n"


def test_a_name_can_be_passed_on(tmp_path: Path) -> None:
    printed = said(
        tmp_path,
        main='import {\n  one,\n  second,\n} from "./middle.js";\nconsole.log(one, second);\n',
        middle='export { one, two as second } from "./inner.js";\n',
        inner="export const one = 1;\nexport const two = 2;\n",
    )
    assert printed == "1 2\n"


def test_a_part_is_loaded_when_it_is_asked_for_shares_modules_and_runs_once(tmp_path: Path) -> None:
    printed = said(
        tmp_path,
        main='import { shared } from "./shared.js";\nconst part = () => import("./part.js");\n'
        "console.log(shared.count);\nconsole.log((await part()).next(), (await part()).next(), shared.count);\n",
        shared='console.log("shared");\nexport const shared = { count: 0 };\n',
        part='import { shared } from "./shared.js";\nimport { own } from "./own.js";\nconsole.log("part");\n'
        "export function next() {\n  return (shared.count += own);\n}\n",
        own="export const own = 2;\n",
    )
    assert printed == "shared\n0\npart\n2 4 4\n"
    assert "own" not in (tmp_path / "bundled.mjs").read_text()


def test_a_part_that_did_not_come_is_loaded_when_it_is_asked_for_again(tmp_path: Path) -> None:
    printed = said(
        tmp_path,
        main='const part = () => import("./part.js");\nconst files = process.getBuiltinModule("fs");\n'
        f"const [here, away] = {json.dumps([str(tmp_path / 'part-part.mjs'), str(tmp_path / 'away')])};\n"
        "files.renameSync(here, away);\nawait part().catch(() => console.log('away'));\n"
        "files.renameSync(away, here);\nconsole.log((await part()).next(), (await part()).next());\n",
        part="let count = 0;\nexport const next = () => ++count;\n",
    )
    assert printed == "away\n1 2\n"


def test_parts_cannot_share_what_the_bundle_does_not_have(tmp_path: Path) -> None:
    own = 'import { own } from "./own.js";\nexport const name = own;\n'
    entry = script(
        tmp_path,
        main='const [a, b] = [import("./one.js"), import("./two.js")];\n',
        one=own,
        two=own,
        own="export const own = 1;\n",
    )
    with pytest.raises(ScriptFault, match=r"own\.js is in two parts of a bundle"):
        bundle(entry, str, _kept)


def test_an_address_becomes_the_one_that_the_site_has(tmp_path: Path) -> None:
    entry = script(tmp_path, main='export const place = new URL("./deep/x.wasm", import.meta.url);\n')
    text = bundle(entry, {tmp_path / "deep" / "x.wasm": "./x.1234.wasm"}.__getitem__, _kept)
    assert 'new URL("./x.1234.wasm",import.meta.url)' in text


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ('import one from "./one.js";', "cannot be bundled"),
        ('import * as one from "./one.js";', "cannot be bundled"),
        ('import "./one.js";', "cannot be bundled"),
        ('import { one } from "one";', "cannot be bundled"),
        ("export default 5;", "cannot be bundled"),
        ("export let five = 5;", "cannot be bundled"),
        ("const a = 1;\nexport { a };", "cannot be bundled"),
        ('export * from "./one.js";', "cannot be bundled"),
        ("export const { a } = { a: 5 };", "cannot be bundled"),
        ("const one = await import(`./one.js`);", "cannot be bundled"),
        ('export const one = await import("./one.js");', "can await outside a function"),
        ('import { one } from "./one.js"; const again = await import("./one.js");', "is in the bundle already"),
        ("console.log(import.meta.url);", "cannot be bundled"),
        ('const part = import("./deep.js");', "is in a part of a bundle, and cannot have parts"),
        ("const at = new URL(`./one.js`, import.meta.url);", "cannot be bundled"),
        ('import { one } from "./missing.js";', "there is no module missing.js"),
        ('import { none } from "./one.js";', "main.js: one.js exports no none"),
        ('import { back } from "./back.js";', "in a circle: main.js → back.js → main.js"),
        ("const text = 'open", "main.js, line 1: this string does not end"),
        ("const text = `open ${1}", "main.js, line 1: this template does not end"),
        ("const text = `open ${1", "main.js, line 1: this template does not end"),
        ("const regex = /open", "main.js, line 1: this regular expression does not end"),
    ],
)
def test_what_cannot_be_bundled_is_an_error_that_says_where(tmp_path: Path, line: str, sentence: str) -> None:
    deep = 'export const deep = () => import("./one.js");\n'
    back = 'import { here } from "./main.js";\nexport const back = 1;\n'
    entry = script(tmp_path, main=f"{line}\n", one="export const one = 1;\n", back=back, deep=deep)
    with pytest.raises(ScriptFault, match=sentence):
        bundle(entry, str, _kept)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("const a = 1; // why", "const a=1;"),
        ("/** of a\n * kind */\nlet b;\n", "let b;"),
        ("a /* b */ + /* c */ b", "a + b"),
        ("return /* c */ a", "return a"),
        ("a\n/* c */ b", "a\nb"),
        ("x = a + +b - -c;", "x=a + +b - -c;"),
        ("x = 'a // b' + \"/* c */\";", "x='a // b' + \"/* c */\";"),
        ("x = `a // ${ `b  ${{ c : 1 }}` }  /* d */`;", "x=`a // ${ `b  ${{ c : 1 }}` }  /* d */`;"),
        ("x = /a \\/ [/*] b/g.test(y) ? 1 : 2;", "x=/a \\/ [/*] b/g.test(y)?1:2;"),
        ("x = a / b / c;", "x=a / b / c;"),
        ("x = (a) / 2; y = b[0] / 2 // half", "x=(a)/ 2;y=b[0]/ 2"),
        ("return /a/.test(b)", "return /a/.test(b)"),
        ("class A {\n  #a = 1;\n  b = () => this.#a;\n}", "class A{\n#a=1;\nb=()=>this.#a;\n}"),
    ],
)
def test_comments_and_blanks_go_and_nothing_else(text: str, left: str) -> None:
    assert short(text) == left
    assert "".join(token.text for token in tokens(text)) == text


def test_what_is_left_of_the_page_is_the_same_program_for_a_real_parser() -> None:
    paths = [*STATIC.rglob("*.js"), *MODEL.glob("*.js")]
    pairs = [[text, short(text)] for path in paths if (text := path.read_text(encoding="utf-8"))]
    done = run(str(MODEL / "tokens.js"), stdin=json.dumps(pairs))
    assert done.returncode == 0, done.stderr
    differing = json.loads(done.stdout)
    assert [paths[place].name for place in differing] == []
    assert sum(len(after) for _, after in pairs) < 0.7 * sum(len(before) for before, _ in pairs)
