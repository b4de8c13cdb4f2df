# Functions that script/demo and script/test share. Source the file from bash.
# The file changes to the top folder of the project.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

say() { printf '\n== %s\n' "$*"; }

# install_packages [PACKAGE...]: installs the Debian packages of
# script/packages, and the given ones, that are missing.
install_packages() {
  local package missing=()
  while read -r package; do
    case "$package" in '' | '#'*) continue ;; esac
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null |
      grep -q '^install ok installed$' || missing+=("$package")
  done < <(cat script/packages; printf '%s\n' "$@")
  [ ${#missing[@]} -eq 0 ] && return
  say "installing ${missing[*]}"
  local sudo=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || {
      echo "Packages are missing, and without sudo only root can install" \
        "them: ${missing[*]}" >&2
      exit 1
    }
    sudo=(sudo)
  fi
  # The tests start their own database server. The package makes none for the
  # system, unless the system's configuration already has a rule about this.
  local clusters=/etc/postgresql-common/createcluster.conf
  if [ ! -e "$clusters" ]; then
    "${sudo[@]}" mkdir -p "${clusters%/*}"
    echo 'create_main_cluster = false' | "${sudo[@]}" tee "$clusters" >/dev/null
  fi
  "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get update -q
  # Some packages need others of their own version. So installed packages, such
  # as curl, may have to become newer. Only the owner of the machine decides
  # this.
  local upgraded assent=(-y)
  upgraded=$(apt-get install -s -q --no-install-recommends "${missing[@]}" |
    awk '/^Inst/ && $3 ~ /^\[/ {print $2}')
  if [ -n "$upgraded" ]; then
    echo "The installation upgrades" $upgraded
    if [ -t 0 ]; then assent=(); fi
  fi
  "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -q "${assent[@]}" --no-install-recommends "${missing[@]}"
}

# build PRESET [TARGET...]: configures, and builds everything that is not up to
# date.
build() {
  local preset=$1
  shift
  say "building ($preset)"
  cmake --preset "$preset" >/dev/null
  cmake --build --preset "$preset" ${1:+--target "$@"}
}

# Makes a virtual environment with the Python SDK in build/python-venv.
install_python_sdk() {
  say "preparing Python"
  PYTHON=${PYTHON:-/usr/bin/python3} sdk/python/install build/python-venv
}
