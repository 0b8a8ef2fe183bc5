"""The kernels of the engine for browsers: numba's functions as WebAssembly (extra ``wasm``).

``building`` writes a folder; each game says in ``<game>.py`` what goes into its module.
"""
