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
  if [ ${#missing[@]} -eq 0 ]; then return; fi
  if [ -n "$may_install" ]; then
    echo "test: installing ${missing[*]}" >&2
    apt-get update -qq >&2 || true
    if DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null 2>&1; then
      return
    fi
  fi
  echo "test: missing ${missing[*]}; the tests that need them are skipped. Install them (Debian: apt-get install ${missing[*]}) for the whole suite." >&2
}
