"""How compiled functions are put together: each is compiled once, and optimised where Python calls it.

numba makes a library of every function: it links in all that the function calls, optimises the whole and
emits machine code. A helper five calls deep is then optimised five times. Here a function that compiled code
calls is only lowered to LLVM's language. A function that Python calls, an entry, links all that is below it,
and only that is optimised, emitted and kept on the disk.

This builds on parts of numba that are not its public interface, so ``pyproject.toml`` allows the versions of
numba that ``tests/engine/test_linking.py`` has passed with.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import FunctionType
from typing import Any

from numba.core import types
from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import register_pass
from numba.core.registry import CPUDispatcher
from numba.core.typed_passes import NativeLowering

from stonefield.engine.cache import cache_folder

_Dispatcher: Any = CPUDispatcher
_Cache: Any = FunctionCache
_CacheImpl: Any = CompileResultCacheImpl
_Locator: Any = _CacheLocator
_Library: Any = JITCodeLibrary
_Lowering: Any = NativeLowering
_Compiler: Any = CompilerBase
_Passes: Any = DefaultPassBuilder
_registered: Any = register_pass(mutates_CFG=True, analysis_only=False)  # type: ignore[no-untyped-call]
_plain: Any = types.unliteral


class LinkedFunction(_Dispatcher):  # type: ignore[misc]
    """A function for compiled callers; when Python calls it, its entry is compiled or read from the disk."""

    def __init__(self, function: FunctionType, options: dict[str, Any]) -> None:
        # No wrappers for Python and C: neither calls this version.
        inner = {**options, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
        super().__init__(function, targetoptions=inner, pipeline_class=_InnerCompiler)
        # A function object of its own: numba would take a call of the same one for a recursion.
        again = FunctionType(function.__code__, function.__globals__, function.__name__)
        self.entry = _Dispatcher(again, targetoptions={**options, "no_cfunc_wrapper": True})
        self.entry._cache = _EntryCache(again)

    def __call__(self, *arguments: Any) -> Any:
        return self.entry(*arguments)

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """One integer type: numba would compile a version for each literal that is passed."""
        plain = {name: _plain(kind) for name, kind in kws.items()}
        return super().get_call_template(tuple(map(_plain, args)), plain)

    def add_overload(self, cres: Any) -> None:
        """Keep a version for compiled callers; there is nothing that Python could call."""
        self.overloads[tuple(cres.signature.args)] = cres


class _LinkedLibrary(_Library):  # type: ignore[misc]
    """The code of a function and of all that it calls, not yet optimised."""

    def finalize(self) -> None:
        for library in dict.fromkeys(self._linking_libraries):
            self._reload_init.update(library._reload_init)
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._finalized = True


@_registered
class _InnerLowering(_Lowering):  # type: ignore[misc]
    """Lowers a function without making it executable, and makes it known to compiled callers."""

    _name = "stonefield_inner_lowering"

    def run_pass(self, state: Any) -> bool:
        state.library = _LinkedLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        super().run_pass(state)
        state.library.finalize()
        key = object()
        state.targetctx.insert_user_function(key, state.cr.fndesc, [state.library])
        state.cr = state.cr._replace(cfunc=key)
        return True


class _InnerCompiler(_Compiler):  # type: ignore[misc]
    def define_pipelines(self) -> list[Any]:
        passes = _Passes.define_nopython_pipeline(self.state)
        passes.passes = [
            (_InnerLowering if step is NativeLowering else step, reason) for step, reason in passes.passes
        ]
        passes.finalize()
        return [passes]


class _FolderLocator(_Locator):  # type: ignore[misc]
    """Keeps entries in a folder that is named after the sources: their time and place do not matter."""

    def __init__(self, function: Callable[..., Any], source: str) -> None:
        self._folder, self._line = str(cache_folder(Path(source))), function.__code__.co_firstlineno

    def get_cache_path(self) -> str:
        return self._folder

    def get_source_stamp(self) -> str:
        return ""

    def get_disambiguator(self) -> str:
        return str(self._line)

    @classmethod
    def from_function(cls, py_func: Callable[..., Any], py_file: str) -> Any:
        locator = cls(py_func, py_file)
        locator.ensure_cache_path()
        return locator


class _EntryCacheImpl(_CacheImpl):  # type: ignore[misc]
    _locator_classes = (_FolderLocator,)


class _EntryCache(_Cache):  # type: ignore[misc]
    _impl_class = _EntryCacheImpl
