# Sourced by ./stonefield and ./test: an up-to-date .venv with the project and the extras asked for.
# Needs $root. Sets nothing but the function below.

find_python() {
  local candidate
  for candidate in ${PYTHON:-} python3 python3.14 python3.13 python3.12 python3.11 python; do
    if command -v "$candidate" >/dev/null 2>&1 &&
      "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
      echo "$candidate"
      return
    fi
  done
  echo "stonefield: Python 3.11 or newer is needed and none was found on the PATH" >&2
  return 1
}

# What the installation depends on; when it changes, the project is installed anew.
fingerprint() {
  (
    cd "$root"
    echo "$1"
    cat pyproject.toml constraints.txt hatch_build.py 2>/dev/null
    find frontend src/stonefield/locales -type f -not -path '*/node_modules/*' -not -path '*/dist/*' -not -path '*/generated/*' 2>/dev/null | LC_ALL=C sort | xargs cat 2>/dev/null
  ) | cksum
}

is_installed() { # $1: extras, such as "dev"
  local mark="$root/.venv/.installed-${1:-plain}"
  [ -f "$mark" ] && [ "$(cat "$mark")" = "$(fingerprint "$1")" ]
}

ensure_installed() { # $1: extras
  local extras=$1 python
  if is_installed "$extras"; then return; fi
  if [ ! -x "$root/.venv/bin/python" ]; then
    python=$(find_python)
    echo "stonefield: setting up $root/.venv (once, about two minutes)" >&2
    if ! "$python" -m venv "$root/.venv" 2>/dev/null; then
      # Debian keeps ensurepip in a package of its own: borrow pip where venv cannot install it.
      rm -rf "$root/.venv"
      "$python" -m venv --without-pip "$root/.venv"
      "$python" -m pip --python "$root/.venv/bin/python" install --quiet pip
    fi
  fi
  "$root/.venv/bin/python" -m pip install --quiet --disable-pip-version-check \
    --constraint "$root/constraints.txt" ${extras:+--no-compile} --editable "$root${extras:+[$extras]}" >&2
  fingerprint "$extras" >"$root/.venv/.installed-${extras:-plain}"
}

# Compiled for this machine before anybody plays, so that no opponent keeps them waiting.
compile_engine() {
  echo "stonefield: compiling the engine for this machine (once, about a minute)" >&2
  "$root/.venv/bin/python" -m stonefield.engine.precompile >&2 ||
    echo "stonefield: that failed; the engine is compiled when it is first needed" >&2
}
