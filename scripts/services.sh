# Sourced by ./test: what the tests need besides Python, from Debian's packages when that is allowed.

SHELL_OF_CHROMIUM=chromium-headless-shell # the same browser without windows: a page costs an eighth of the time

ensure_services() {
  local missing=() may_install="" browser=chromium
  if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null 2>&1; then may_install=yes; fi
  if ! command -v "$SHELL_OF_CHROMIUM" >/dev/null 2>&1; then
    if ! command -v chromium >/dev/null 2>&1 && ! command -v google-chrome >/dev/null 2>&1; then
      if [ -n "$may_install" ]; then
        apt-get update -qq >&2 || true
        if apt-cache show "$SHELL_OF_CHROMIUM" >/dev/null 2>&1; then browser=$SHELL_OF_CHROMIUM; fi
      fi
      missing+=("$browser")
    elif [ -n "$may_install" ] && apt-cache show "$SHELL_OF_CHROMIUM" >/dev/null 2>&1; then
      missing+=("$SHELL_OF_CHROMIUM")
    fi
  fi
  command -v firefox-esr >/dev/null 2>&1 || command -v firefox >/dev/null 2>&1 || missing+=(firefox-esr)
  command -v curl >/dev/null 2>&1 || missing+=(curl)
  compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || missing+=(postgresql)
  command -v redis-server >/dev/null 2>&1 || missing+=(redis-server)
  command -v haproxy >/dev/null 2>&1 || [ -x /usr/sbin/haproxy ] || missing+=(haproxy)
  compgen -G '/usr/lib/*/faketime/libfaketimeMT.so.1' >/dev/null || missing+=(libfaketime)
  if [ ${#missing[@]} -eq 0 ]; then return; fi
  if [ -n "$may_install" ]; then
    echo "test: installing ${missing[*]}" >&2
    apt-get update -qq >&2 || true
    if DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null 2>&1; then
      return
    fi
  fi
  local package
  for package in "${missing[@]}"; do
    echo "test: $package is missing: $(skipped_without "$package")" >&2
  done
  echo "test: install them for the whole suite (Debian: apt-get install ${missing[*]})" >&2
}

skipped_without() { # $1: a package
  case "$1" in
    chromium* | firefox-esr) echo "the tests in that browser are skipped" ;;
    curl) echo "the commands of the pages that use it are skipped" ;;
    postgresql) echo "the tests of PostgreSQL and of clusters are skipped" ;;
    redis-server) echo "the tests of the bus over Redis are skipped, and clusters use NOTIFY" ;;
    haproxy) echo "the tests of the balancer are skipped, and clusters have none" ;;
    libfaketime) echo "no clock is set wrong in a cluster" ;;
  esac
}
