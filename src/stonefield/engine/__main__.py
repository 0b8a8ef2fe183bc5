"""``python -m stonefield.engine`` is ``stonefield ugi`` without the rest of the command line."""

from stonefield.engine.ugi import main

main()
