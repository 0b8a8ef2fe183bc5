"""The commands of the pages that cannot run in a test as they are written: how they run instead, and why."""

from __future__ import annotations

from .documented import Rule

FEW = "--games 2 --board 5x4 --stock 8 --opening-plies 2"
HELP = "--help"
MEASURES = "measures for minutes, and needs a quiet machine: its arguments are read"
RULES = (
    Rule(
        r"^\./stonefield$",
        "sets up a .venv over the network (tests/test_setup.py) and serves, which other lines do",
        is_run=False,
    ),
    Rule(
        r"--workers elsewhere|stonefield work ",
        "needs a PostgreSQL that is not there: tests/server/test_elsewhere.py has one",
        is_run=False,
    ),
    Rule(
        r"^(\./)?stonefield serve ",
        "a port that is free, a database of its own",
        add="--port 0 --no-browser --database sqlite:///club.db",
    ),
    Rule(
        r"stonefield accounts (show|recovery|rename|end-sessions|delete) ",
        "needs an account: tests/server/accounts/test_two_servers.py makes one",
        is_run=False,
    ),
    Rule(
        r"stonefield moderate (show|mute|close) ",
        "needs a report: tests/server/manners/test_moderation.py makes some",
        is_run=False,
    ),
    Rule(r"^curl ", "a refusal has to be noticed", add="--silent --show-error --fail-with-body"),
    Rule(r"\banalyse game\.stones", "a second per position", add="--nodes 10"),
    Rule(r"Limits\(nodes=300\)", "300 nodes per position", swap={"nodes=300": "nodes=10"}),
    Rule(r"\bfilm ", "draws all positions of a game", add="--size 120 --to 4"),
    # Matches: the sizes of the page take minutes or hours.
    Rule(r"--dask ", "needs other machines: tests/arena/test_cluster.py plays on a cluster", is_run=False),
    Rule(r"^dask ", "the same", is_run=False),
    Rule(r"uct:\./limit", "the source of `limit` is not ours to ship", is_run=False),
    Rule(r"\bmatch level:5 level:4", "100 games and more", add=FEW),
    Rule(r"\bmatch level:5 level:5", "400 games", add=FEW, is_full=True),
    Rule(r"\bladder level:1 level:2 level:3 greedy random", "500 games", add=FEW),
    Rule(r"\bladder level:1 .* level:10 greedy", "2,000 games", add=FEW, is_full=True),
    Rule(r"\bladder level:1 .* --game caminos", "1,020 games", add="--games 2 --neighbours 1", is_full=True),
    Rule(r"\bmatch full:movetime=0\.1,.* --games 80", "80 games", add=FEW, is_full=True),
    Rule(r"\bmatch full:nodes=16,", "40 games", add="--games 2", is_full=True),
    Rule(r"\bexplorer index docs/games/self-play/", "indexes hundreds of games", is_full=True),
    Rule(r"\bselfplay --player level:5", "1,000 games", add="--games 2 --opening-plies 8"),
    Rule(
        r"\bbench .*--seconds 0\.1 --seconds 1",
        "141 positions for each of these times",
        swap={"--seconds 0.1 --seconds 1": "--seconds 0.01"},
        is_full=True,
    ),
    Rule(r"\bbench .*--positions play", "hundreds of positions", add="--every 200", is_full=True),
    Rule(r"arena\.truth make ", "hours of a core", add="--game carnac --board small --each 1", is_full=True),
    Rule(
        r"arena\.truth merge ",
        "it would write into the package",
        swap={"--out src/stonefield/arena/truth": "--out ."},
        is_full=True,
    ),
    # Puzzles.
    Rule(
        r"\bpuzzles make .* --records", "a proof for each position and a dozen others", add="--alternatives 0"
    ),
    Rule(
        r"\bpuzzles make .* --games 200", "searches 200 games", add="--games 1 --alternatives 0", is_full=True
    ),
    Rule(r"\bpuzzles verify --sample 20", "20 proofs", add="--sample 2"),
    # Training: hours on a GPU.
    Rule(
        r"-m stonefield\.selfplay runs/[17ac] ",
        "hours on a GPU",
        add="--seconds 2 --games 4 --batch 4 --simulations 2 --blocks 1 --channels 8",
        quick=HELP,
        is_full=True,
    ),
    Rule(r"-m stonefield\.selfplay runs/", "as the first and the last; its arguments are read", add=HELP),
    Rule(
        r"\btrain (average|compact|export) \S+\.npz",
        "what the runs have trained",
        swap={"runs/10/": "runs/1/", "runs/11/": "runs/7/", "runs/12/": "runs/7/", "runs/f/": "runs/c/"},
        is_full=True,
    ),
    Rule(
        r"\bbuild-wasm\b", "compiles for a minute, as tests/engine/wasm do; its arguments are read", add=HELP
    ),
    Rule(
        r"\bexport-site\b",
        "compiles for minutes, as tests/browser/test_static_site.py does; its arguments are read",
        add=HELP,
    ),
    Rule(r"http\.server", "serves what the line before would have written", is_run=False),
    Rule(r"^STONEFIELD_POCKET=1 ", "builds for minutes: tests/test_wheel.py --full", is_run=False),
    Rule(r"docs/envs/train\.py", "trains for minutes: tests/envs/test_docs.py", is_run=False),
    # Scripts.
    Rule(
        r"scripts/api_reference\.py", "writes into this clone: tests/server/test_reference.py", is_run=False
    ),
    Rule(r"scripts/screenshots\.py", "takes pictures in Chromium, for many minutes", is_run=False),
    Rule(r"benchmarks/solved_boards\.py", "solves for hours", add="--squares 6 --stock 3"),
    *(
        Rule(
            rf"benchmarks/{name}\.py",
            f"{MEASURES}; this is little of it",
            add=little,
            quick=HELP,
            is_full=True,
        )
        for name, little in {
            "envs": "--seconds 0.1 --only carnac",
            "explorer": "--positions 2000",
            "films": "--frames 2",
            "review": "--board small --games 1 --nodes 4 --deep 8",
            "server": "--games 2 --rate 10 --seconds 1 --idle 5",
            "yardstick": "--games 2 --rollouts 2 --movetime 0.01",
        }.items()
    ),
    Rule(r"benchmarks/", MEASURES, add=HELP),
    Rule(r"-m cluster\.nemesis", "strikes for minutes: tests/cluster does; its arguments are read", add=HELP),
    Rule(
        r"^stonefield cluster ", "starts ten processes: tests/cluster does; its arguments are read", add=HELP
    ),
    Rule(r"-m attack\.", "attacks for minutes, as tests/attack does; its arguments are read", add=HELP),
    Rule(r"\bmutmut ", "changes the sources and runs all tests, for hours", is_run=False),
    Rule(r"^(python -m )?pytest ", "is a test itself", is_run=False),
    Rule(r"^python frontend/", "writes into this clone; ./test runs it", is_run=False),
    Rule(r"^python -m build$", "makes a package: tests/test_wheel.py", is_run=False),
    Rule(r"--mirror$", "an option that is invented to show how one is added", is_run=False),
    # Parts of commands: what they work on is left out.
    Rule(r"^stonefield (convert --board small|train export --exact)$", "names an option", is_run=False),
    Rule(
        r"postgresql://user@host/empty",
        "stands for a database",
        swap={"postgresql://user@host/empty": "sqlite:///empty.db"},
    ),
)
