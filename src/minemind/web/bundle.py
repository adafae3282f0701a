"""Bundle: a script of the page and all modules that it imports, as one script.

Every module becomes a function, which keeps its names to itself, runs once and returns what the module exports. Modules
come after those that they import, so modules must not import each other in a circle. Only these forms are understood:

    import { a, b as c } from "./x.js";
    export function f() {}   (also: async function, class, const NAME)
    export { a } from "./x.js";
    new URL("./worker.js", import.meta.url)
    import("./x.js")

The last two name files that are loaded when the script runs: in the module by their relative paths on the disk, and in
the bundle by their addresses in the site. What the last one imports is a part: a script of its own, with the modules
that only it needs; the bundle that loads it gives it the others. If a part could not be loaded, it can be tried again.
Any other form is an error that says so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

from minemind.web.javascript import ScriptFault, Token, stripped, tokens

__all__ = ["bundle"]

# The address in the site of a file on the disk, relative to the bundle.
Locate = Callable[[Path], str]

# Stores a part, which is named after its file, and returns its address in the site.
Store = Callable[[Path, str], str]

_NAMES = r"\{(?P<names>[\w$, \n]*)\}"
_IMPORT = re.compile(rf'import{_NAMES}from "(?P<path>\.[^"]+)";')
_REEXPORT = re.compile(rf'export{_NAMES}from "(?P<path>\.[^"]+)";')
_DECLARED = re.compile(r"(?:(?:async )?function|class|const) (?P<name>[\w$]+)")
_NEW_URL = re.compile(r'new URL\((?P<literal>"\.[^"\\]+"),import\.meta\.url\)')
_PART = re.compile(r'import\((?P<literal>"\.[^"\\]+")\)')

# Enough tokens for the words and the name of a declaration: export, async, function, a name, and blanks between.
DECLARATION = 8

FORMS = (
    'write import { a } from "./x.js"; export function, class or const; export { a } from "./x.js"; '
    'new URL("./x", import.meta.url) or import("./x.js")'
)

# Some browsers remember that a script could not be loaded, and never request its address again: the next try adds a
# fragment, which makes it another address for them, but the same for the network.
LOADER = """\
const $$tries={};
const $$load=(address)=>import(address+($$tries[address]??"")).catch((error)=>{
$$tries[address]=`#${performance.now()}`;
throw error;
});
"""


class Import(NamedTuple):
    """A name that another module exports, and what it is called here."""

    path: Path
    name: str
    alias: str


@dataclass
class Module:
    """One file: what it imports, what it exports, and the rest of its program."""

    path: Path
    imports: list[Import] = field(default_factory=list)
    exports: list[str] = field(default_factory=list)
    passed_on: list[Import] = field(default_factory=list)
    assets: dict[int, Path] = field(default_factory=dict)  # by the index of the token that names them
    parts: dict[int, Path] = field(default_factory=dict)  # likewise
    program: list[Token] = field(default_factory=list)

    @property
    def needs(self) -> list[Path]:
        """The modules that have to come before it, each once."""
        return list(dict.fromkeys(each.path for each in (*self.imports, *self.passed_on)))

    @property
    def offers(self) -> set[str]:
        """All names that others can import."""
        return {*self.exports, *(each.alias for each in self.passed_on)}


def bundle(entry: Path, locate: Locate, store: Store) -> str:
    """One script that does what the module `entry` does; its parts are handed to `store`."""
    return _Bundle(entry, locate, store).script()


class _Bundle:
    """A bundle that is being made: its modules, and their names in the bundle and in its parts."""

    def __init__(self, entry: Path, locate: Locate, store: Store) -> None:
        self.locate, self.store = locate, store
        self.modules = _in_order(entry, {})
        self.handles: dict[Path, str] = {}
        self._name(self.modules)
        self._imports: dict[Path, str] = {}  # the code that imports each part

    def _name(self, modules: Mapping[Path, Module]) -> None:
        self.handles |= {path: f"$${place}" for place, path in enumerate(modules, len(self.handles))}

    def script(self) -> str:
        blocks = "".join(map(self._block, self.modules.values()))
        return LOADER + blocks if self._imports else blocks

    def _block(self, module: Module) -> str:
        """A module as a constant that holds its exports; if it has none, as a block, which may use `await`."""
        handles = self.handles
        lines = []
        for path in dict.fromkeys(each.path for each in module.imports):
            taken = ",".join(_renamed(each.name, each.alias) for each in module.imports if each.path == path)
            lines.append(f"const{{{taken}}}={handles[path]};\n")
        offered = [*module.exports, *(f"{each.alias}:{handles[each.path]}.{each.name}" for each in module.passed_on)]
        program = f"{''.join(lines)}{''.join(self._program(module)).strip()}\n"
        if not offered:
            return f"{{\n{program}}}\n"
        if _awaits(module.program):
            raise ScriptFault(f"{module.path.name}: only a script that exports nothing can await outside a function")
        return f"const {handles[module.path]}=(()=>{{\n{program}return{{{','.join(offered)}}};\n}})();\n"

    def _program(self, module: Module) -> Iterator[str]:
        """The rest of a module's program, with the addresses of the files that it loads."""
        for place, token in enumerate(module.program):
            if place in module.assets:
                yield f'"{self.locate(module.assets[place])}"'
            elif place in module.parts:
                yield self._imported(module.parts[place])
            elif module.parts.keys().isdisjoint((place + 2, place + 1, place - 1)):  # no `import`, `(` or `)` of a part
                yield token.text

    def _imported(self, part: Path) -> str:
        """The code that replaces `import("./x.js")`; the part is built when it is first imported."""
        if part not in self._imports:
            own = self._own(part)
            needed = {path for module in own.values() for path in module.needs} & {*self.modules}
            shared = ",".join(sorted(self.handles[path] for path in needed))
            blocks = "".join(map(self._block, own.values()))
            made = f"(()=>{{\n{blocks}return {self.handles[part]}\n}})()"
            address = self.store(part, f"let made;\nexport default({{{shared}}})=>made??={made};\n")
            self._imports[part] = f'$$load("{address}").then((part)=>part.default({{{shared}}}))'
        return self._imports[part]

    def _own(self, part: Path) -> dict[Path, Module]:
        """The modules that only this part needs."""
        own = _in_order(part, self.modules)
        for path, module in own.items():
            if path in self.handles:
                raise ScriptFault(f"{path.name} is in two parts of a bundle: import it in the bundle, too")
            if module.parts:
                raise ScriptFault(f"{path.name} is in a part of a bundle, and cannot have parts")
        if part not in own:
            raise ScriptFault(f"{part.name} is in the bundle already, and cannot be a part of it")
        self._name(own)
        return own


def _in_order(entry: Path, known: Mapping[Path, Module]) -> dict[Path, Module]:
    """The modules below an entry that are not known yet, each after those that it imports."""
    done = dict(known)
    begun: list[Path] = []

    def visit(path: Path) -> None:
        if path in done:
            return
        if path in begun:
            circle = " → ".join(each.name for each in (*begun[begun.index(path) :], path))
            raise ScriptFault(f"modules import each other in a circle: {circle}")
        begun.append(path)
        module = _read(path)
        for needed in module.needs:
            visit(needed)
        for wanted in (*module.imports, *module.passed_on):
            if wanted.name not in done[wanted.path].offers:
                raise ScriptFault(f"{path.name}: {wanted.path.name} exports no {wanted.name}")
        begun.pop()
        done[path] = module

    visit(entry.resolve())
    return {path: module for path, module in done.items() if path not in known}


def _awaits(program: list[Token]) -> bool:
    """Whether a module uses `await` outside all functions."""
    depths = accumulate(map(_deeper, program))
    return any(depth == 0 and token.text == "await" for depth, token in zip(depths, program, strict=True))


def _renamed(name: str, alias: str) -> str:
    return name if name == alias else f"{name}:{alias}"


# ---- reading


def _read(path: Path) -> Module:
    try:
        program = stripped(list(tokens(path.read_text(encoding="utf-8"))))
    except FileNotFoundError:
        raise ScriptFault(f"there is no module {path.name}") from None
    except ScriptFault as fault:
        raise ScriptFault(f"{path.name}, {fault}") from None
    module = Module(path)
    for statement in _statements(program, path):
        _take(module, statement)
    _take_addresses(module)
    return module


class Statement(NamedTuple):
    """Some tokens, and whether they are an import or export."""

    tokens: list[Token]
    is_import: bool


def _statements(program: list[Token], path: Path) -> Iterator[Statement]:
    """Imports and exports, up to their semicolon or the declaration that they export, and all code between them."""
    place = start = depth = 0
    while place < len(program):
        token = program[place]
        depth += _deeper(token)
        if token.kind == "word" and token.text in ("import", "export") and _is_statement(program, place, depth):
            yield Statement(program[start:place], is_import=False)
            end = _statement_end(program, place, path)
            yield Statement(program[place:end], is_import=True)
            place = start = end
        else:
            place += 1
    yield Statement(program[start:], is_import=False)


def _deeper(token: Token) -> int:
    return (token.text in "([{") - (token.text in ")]}") if token.kind == "sign" else 0


def _is_statement(program: list[Token], place: int, depth: int) -> bool:
    """Whether `import` or `export` begins a statement at the top level: not `import.meta`, and not a property."""
    before = program[place - 1].text if place else ";"
    after = program[place + 1].text if place + 1 < len(program) else ""
    return depth == 0 and before in (";", "}", "\n") and after not in (".", ":")


def _statement_end(program: list[Token], place: int, path: Path) -> int:
    """The index past a statement's semicolon; past the word `export` if a declaration follows, which is kept."""
    text = "".join(token.text for token in program[place : place + DECLARATION])
    if program[place].text == "export" and _DECLARED.match(text.removeprefix("export").lstrip()):
        return place + 1
    for end in range(place, len(program)):
        if program[end].text == ";":
            return end + 1
    raise ScriptFault(f"{path.name}: {text!r} does not end; {FORMS}")


def _take(module: Module, statement: Statement) -> None:
    """Add a statement to its module."""
    if not statement.is_import:
        _declare(module, statement.tokens)
        return
    text = "".join(token.text for token in statement.tokens)
    if text == "export":
        module.exports.append("")  # named by what follows
        return
    for form, into in ((_IMPORT, module.imports), (_REEXPORT, module.passed_on)):
        if found := form.fullmatch(text):
            into.extend(_imports(module.path, found))
            return
    raise ScriptFault(f"{module.path.name}: {text.splitlines()[0]!r} cannot be bundled; {FORMS}")


def _imports(importer: Path, found: re.Match[str]) -> Iterator[Import]:
    path = (importer.parent / found["path"]).resolve()
    for each in re.split(r"\s*,\s*", found["names"].strip().rstrip(",")):
        name, _, alias = each.partition(" as ")
        yield Import(path, name.strip(), alias.strip() or name.strip())


def _declare(module: Module, declared: list[Token]) -> None:
    """Add code to the module's program; its first name is exported if the word `export` came before it."""
    if module.exports[-1:] == [""]:
        text = "".join(token.text for token in declared[:DECLARATION]).lstrip()
        found = _DECLARED.match(text)
        assert found is not None
        module.exports[-1] = found["name"]
    module.program.extend(declared)


def _take_addresses(module: Module) -> None:
    """Find the files that a module loads, with the indices of the tokens that name them."""
    words = [token.text for token in module.program]
    for place, word in enumerate(words[:-1]):
        if word != "import" or words[place + 1] not in ("(", "."):
            continue
        is_part = words[place + 1] == "("
        form, start, at = (_PART, place, place + 2) if is_part else (_NEW_URL, max(place - 6, 0), place - 2)
        text = "".join(words[start : place + 6])
        found = form.match(text)
        if found is None or module.program[at].kind != "string":
            raise ScriptFault(f"{module.path.name}: {text!r} cannot be bundled; {FORMS}")
        path = (module.path.parent / found["literal"].strip('"')).resolve()
        (module.parts if is_part else module.assets)[at] = path
