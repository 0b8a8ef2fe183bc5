# Sourced by ./test: what the tests need beside Python, from Debian's packages when that is allowed.

ensure_services() {
  local missing=()
  command -v chromium >/dev/null 2>&1 || command -v google-chrome >/dev/null 2>&1 || missing+=(chromium)
  command -v firefox-esr >/dev/null 2>&1 || command -v firefox >/dev/null 2>&1 || missing+=(firefox-esr)
  compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || missing+=(postgresql)
  if [ ${#missing[@]} -eq 0 ]; then return; fi
  if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "test: installing ${missing[*]}" >&2
    apt-get update -qq >&2 || true
    if DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null 2>&1; then
      return
    fi
  fi
  echo "test: missing ${missing[*]}; the tests that need them are skipped. Install them (Debian: apt-get install ${missing[*]}) for the whole suite." >&2
}
