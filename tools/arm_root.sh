#!/usr/bin/env bash
# A minimal Debian for ARM in a folder, run by qemu: do MineMind and its tests work there? The module is compiled by
# Debian's cross compiler, which takes a minute, because a compiler under qemu takes half an hour. Needs root, binfmt_misc,
# Debian's debootstrap, qemu-user-static and g++-aarch64-linux-gnu, and a .venv by Python 3.11 (`make setup`).
# `tools/arm_root.sh FOLDER [PYTEST ARGUMENT …]` makes the folder, if it is not there yet; without arguments, the tests of
# the game, the answers and the files run.
set -euo pipefail
root="$(realpath -m "$1")"
shift
[ "$root" != / ] || { echo "give a folder of its own" >&2; exit 2; }
here="$(cd "$(dirname "$0")/.." && pwd)"
bin="$here/.venv/bin"
[ -e "$root/usr/include/python3.11" ] ||
  debootstrap --arch=arm64 --variant=minbase --include=python3,libpython3.11-dev bookworm "$root"
place="$root/srv/try"
site="$root/usr/local/lib/python3.11/dist-packages"
rm -rf "$place" "$site" && mkdir -p "$place" "$site"

"$bin/cmake" -S "$here" -B "$place/build" -G Ninja -DCMAKE_MAKE_PROGRAM="$bin/ninja" -DCMAKE_BUILD_TYPE=Release \
  -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=aarch64 -DCMAKE_CXX_COMPILER=aarch64-linux-gnu-g++ \
  -DCMAKE_CXX_FLAGS="-Wno-psabi -I$root/usr/include" -DMINEMIND_STRICT=ON -DMINEMIND_TESTING=ON \
  -DPython_EXECUTABLE="$bin/python" -DPython_INCLUDE_DIR="$root/usr/include/python3.11" \
  -Dnanobind_DIR="$("$bin/python" -m nanobind --cmake_dir)"
"$bin/cmake" --build "$place/build"

# The host's Python unpacks wheels for ARM faster than pip would under qemu.
"$bin/python" -m pip install --quiet --target "$site" --constraint "$here/contributor.lock" --only-binary :all: \
  --python-version 3.11 --platform manylinux_2_28_aarch64 --platform manylinux_2_27_aarch64 --platform manylinux2014_aarch64 \
  nanobind numpy prompt-toolkit rich typer python-sat pytest pytest-timeout hypothesis jsonschema
cp -r "$here/src/minemind" "$site"
for module in _minemind_engine _minemind_testing; do
  cp "$place/build/$module".*.so "$site/$module.cpython-311-aarch64-linux-gnu.so"  # nanobind names it for the host
done
cp -r "$here"/{src,tests,examples,benchmarks,docs,pyproject.toml,*.md} "$place"

[ $# -gt 0 ] || set -- @tests/portable.txt tests/test_engine.py
chroot "$root" bash -euc '
  cd /srv/try
  python3 -c "import platform; assert platform.machine() == \"aarch64\""
  python3 -m minemind.selftest
  python3 -m pytest --quiet -p no:cacheprovider --timeout 3000 -m "not long" "$@"
' tests "$@"
