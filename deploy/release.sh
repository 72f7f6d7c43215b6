#!/bin/sh
# Switches to the release of this folder, as root: prepares it while the old one serves, makes a backup, points the link
# `current` at it, restarts the service and waits until it is ready. See docs/operations.md, 'Install' and 'Upgrade'.
set -eu

release=$(cd "$(dirname "$0")/.." && pwd -P)
home=$(dirname "$(dirname "$release")")
name=releases/$(basename "$release")
if [ "$release" != "$home/$name" ]; then
  echo "A release belongs into a folder 'releases', such as /opt/tahanan/releases/1; this one lies in $release." >&2
  exit 1
fi
if [ ! -f "$home/.env" ]; then
  echo "Write $home/.env first; $name/.env.example names what may stand there." >&2
  exit 1
fi

ln -sfn ../../.env "$release/.env"
cd "$release"
node scripts/prepare.mjs start
if [ -e "$home/current" ]; then
  cd "$home/current"
  npm run --silent backup
fi
# A rename replaces the link atomically.
ln -sfn "$name" "$home/current.new"
mv -T "$home/current.new" "$home/current"
if ! systemctl restart tahanan; then
  echo "$name does not start; 'journalctl -u tahanan' says why, and operations.md, 'Upgrade', the way back." >&2
  exit 1
fi
echo "$name runs."
