"""Compiled functions as one WebAssembly module: numba's LLVM code, optimised and linked for wasm32.

The functions are lowered as they are for this machine, but not optimised for it: what LLVM knows of the
processor at hand does not reach the module. An entry is exported as ``name(block)``: ``block`` is the address
of its arguments, eight bytes each, so that JavaScript passes one number where numba takes hundreds.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import llvmlite.binding as llvm  # type: ignore[import-untyped]
import numba

TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+simd128,+bulk-memory,+sign-ext,+nontrapping-fptoint"
STACK = 256 * 1024
BASE = 1 << 20
"""Below this address are the stack and the constants; memory from here on is free for arrays."""
RUNTIME = Path(__file__).with_name("runtime.c")
_type_of: Any = numba.typeof
_RUNTIME_FUNCTIONS = ("NRT_incref", "NRT_decref")


class Lowered(NamedTuple):
    """A function in LLVM's language, with all that it calls, not yet optimised."""

    code: str
    symbol: str
    result: str
    """Its type in LLVM, empty if it returns nothing"""


class Compiled(NamedTuple):
    """An object file and the types of the slots in each entry's block."""

    code: bytes
    slots: Mapping[str, tuple[str, ...]]


def compile_entries(entries: Mapping[str, tuple[Any, Sequence[Any]]]) -> Compiled:
    """One object of all entries: functions made by ``compiled`` with an example of their arguments."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(opt=3, features=FEATURES)
    layout = str(machine.target_data)
    module, slots = None, {}
    for name, (function, arguments) in entries.items():
        lowered = _lower(function, arguments)
        code = _for_wasm(lowered.code, layout)
        signature = llvm.parse_assembly(code).get_function(lowered.symbol)
        types = tuple(str(argument.type) for argument in signature.arguments)[2:]
        slots[name] = types
        entry = llvm.parse_assembly(code + _entry(name, lowered, types))
        if module is None:
            module = entry
        else:
            module.link_in(entry)
    _optimise(module, machine, set(entries))
    return Compiled(machine.emit_object(module), slots)


def _lower(function: Any, arguments: Sequence[Any]) -> Lowered:
    types = tuple(_type_of(argument) for argument in arguments)
    function.compile(types)
    result = function.overloads[types]
    fndesc, library = result.fndesc, result.library
    returned = result.target_context.get_value_type(fndesc.restype)
    none = fndesc.restype == numba.types.none
    return Lowered(str(library._final_module), fndesc.llvm_func_name, "" if none else str(returned))


def _for_wasm(code: str, layout: str) -> str:
    code = re.sub(r'target triple = ".*"', f'target triple = "{TRIPLE}"', code)
    code = re.sub(r'target datalayout = ".*"', f'target datalayout = "{layout}"', code)
    code = re.sub(r'"target-cpu"="[^"]*"|"target-features"="[^"]*"', "", code)
    for name in _RUNTIME_FUNCTIONS:
        # As numba writes them they hold instructions of this machine; runtime.c has them too.
        code = re.sub(
            rf"^define [^\n]*@{name}\(.*?^}}\n", f"declare void @{name}(ptr)\n", code, flags=re.S | re.M
        )
    return code


def _entry(name: str, lowered: Lowered, types: Sequence[str]) -> str:
    lines, passed = [], ["ptr %result", "ptr %error"]
    for nth, kind in enumerate(types):
        lines.append(f"%p{nth} = getelementptr i8, ptr %block, i32 {8 * nth}")
        lines.append(f"%v{nth} = load {kind}, ptr %p{nth}")
        passed.append(f"{kind} %v{nth}")
    lines.append(f'%status = call i32 @"{lowered.symbol}"({", ".join(passed)})')
    if lowered.result:
        number = "%number"
        lines.append(f"%returned = load {lowered.result}, ptr %result")
        lines.append(f"{number} = {_TO_I32[lowered.result]} {lowered.result} %returned to i32")
    else:
        number = "0"
    body = "\n  ".join(["%result = alloca i64", "%error = alloca ptr", *lines, f"ret i32 {number}"])
    return f"\ndefine i32 @{name}(ptr %block) {{\n  {body}\n}}\n"


_TO_I32 = {"i64": "trunc", "i8": "zext", "i1": "zext"}


def _optimise(module: Any, machine: Any, exported: set[str]) -> None:
    for function in module.functions:
        if not function.is_declaration and function.name not in exported:
            function.linkage = "internal"
    for variable in module.global_variables:
        if not variable.is_declaration:
            variable.linkage = "internal"
    # Unrolled loops would make a module a seventh larger.
    settings = llvm.create_pipeline_tuning_options(speed_level=2)
    settings.loop_unrolling = False
    builder = llvm.create_pass_builder(machine, settings)
    builder.getModulePassManager().run(module, builder)
    module.verify()


def link(code: bytes, exported: Sequence[str], out: Path) -> None:
    """Link an object with the runtime into a module that needs nothing else."""
    with tempfile.TemporaryDirectory() as folder:
        written, runtime = Path(folder) / "entries.o", Path(folder) / "runtime.o"
        written.write_bytes(code)
        _zig("cc", "-target", "wasm32-freestanding", "-O2", "-c", str(RUNTIME), "-o", str(runtime))
        _zig(
            "wasm-ld", "--no-entry", "-z", f"stack-size={STACK}", "--export-memory", "--gc-sections",
            f"--initial-memory={BASE}", "--strip-all", "-O2", "-o", str(out), str(written), str(runtime),
            *(f"--export={name}" for name in (*exported, "set_heap")),
        )  # fmt: skip


def _zig(*arguments: str) -> None:
    subprocess.run([sys.executable, "-m", "ziglang", *arguments], check=True)
