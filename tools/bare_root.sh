#!/usr/bin/env bash
# A minimal Debian in a folder, without a compiler: does the wheel in dist/ install there, and do the README's first
# commands work? Needs root and debootstrap. `tools/bare_root.sh FOLDER [SUITE [PYTHON]]` makes the folder, if it is not
# there yet; suites have different Pythons, bookworm 3.11, and sid the newest ones, also one that is not yet its
# default: `tools/bare_root.sh FOLDER sid python3.15`.
set -euo pipefail
root="$1"
here="$(cd "$(dirname "$0")/.." && pwd)"
python="${3:-python3}"
[ -e "$root/usr/bin/$python" ] ||
  debootstrap --variant=minbase --include="$python,$python-venv,ca-certificates" "${2:-bookworm}" "$root"
version="$(chroot "$root" "$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')"
rm -rf "$root/srv/try" && mkdir -p "$root/srv/try/wheels"
[ "$version" = 3.11 ] && wheel=("$here"/dist/*-cp311-*.whl) || wheel=("$here"/dist/*-abi3-*.whl)
cp "${wheel[0]}" "$root/srv/try/wheels"
cp -r "$here/examples" "$root/srv/try"
"$here/.venv/bin/python" -m pip download --quiet --only-binary :all: --python-version "$version" \
  --dest "$root/srv/try/wheels" "${wheel[0]}[cli]"
chroot "$root" bash -euc '
  cd /srv/try
  for tool in cc gcc g++ c++ clang make cmake; do
    if command -v "$tool"; then echo "$tool must not be here" >&2; exit 1; fi
  done
  "$1" -m venv env
  env/bin/pip install --quiet --no-index --find-links wheels "minemind-engine[cli]"
  . env/bin/activate
  minemind analyse examples/positions/middlegame.txt
  minemind guesses examples/positions/endgame.txt
  printf "hint\nquit\n" | minemind play --preset expert --seed 7
  python -m minemind.selftest
' bare "$python"
