"""``python -m stonefield``: the command line."""

from stonefield.cli import main

if __name__ == "__main__":
    main()
