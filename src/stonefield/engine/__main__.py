"""``python -m stonefield.engine`` is ``stonefield ugi`` without the rest of the command line.

With the word ``interpreted`` it compiles nothing (`interpreted.py`).
"""

import os
import sys

if sys.argv[1:] == ["interpreted"]:
    # numba reads it when it is imported.
    os.environ["NUMBA_DISABLE_JIT"] = "1"

from stonefield.engine.ugi import main

main()
