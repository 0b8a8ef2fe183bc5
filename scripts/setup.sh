# Sourced by ./stonefield and ./test: an up-to-date .venv with the project and the extras asked for.
# Needs $root. Sets nothing but the functions below.

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
fingerprint() { # $1: extras
  (
    cd "$root" || exit
    echo "$1"
    cat pyproject.toml constraints.txt hatch_build.py
    find frontend -type f -not -path '*/node_modules/*' -not -path '*/dist/*' -not -path '*/generated/*' \
      -not -name '*.pyc' -print0 | LC_ALL=C sort -z | xargs -0 cat
  ) | cksum
}

is_installed() { # $1: extras, such as "dev"
  local mark="$root/.venv/.installed-${1:-plain}"
  [ -x "$root/.venv/bin/python" ] && [ -f "$mark" ] && [ "$(cat "$mark")" = "$(fingerprint "$1")" ]
}

ensure_installed() { # $1: extras
  local python
  if is_installed "$1"; then return; fi
  python=$(find_python) || return
  "$python" "$root/scripts/setup.py" "$1" || return
  fingerprint "$1" >"$root/.venv/.installed-${1:-plain}"
}
