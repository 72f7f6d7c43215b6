#!/bin/sh
# Switches to the release of this folder, as root: prepares it while the old one serves, makes a backup, points the link
# `current` at it, restarts the service and waits until it is ready. A release that does not start is taken back, if the
# old one can run on the database as it is. See docs/operations.md, 'Install' and 'Upgrade'.
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

# Points the link `current` at a release. A rename replaces the link atomically.
switch_to() {
  ln -sfn "$1" "$home/current.new"
  mv -T "$home/current.new" "$home/current"
}

ln -sfn ../../.env "$release/.env"
cd "$release"
node scripts/prepare.mjs start
old=
backup=
identity=
if [ -e "$home/current" ]; then
  old=$(readlink "$home/current")
  cd "$home/current"
  echo "making a backup of the data of $old"
  said=$(npm run --silent backup) || { echo "$said"; exit 1; }
  echo "$said"
  backup=$(echo "$said" | sed -n 's/^ *[0-9.]* s  \(\/.*\.tar\(\.age\)\{0,1\}\) (.*/\1/p')
  case $backup in
    *.age) identity=" --identity KEYFILE" ;;
  esac
fi
cd "$home"
switch_to "$name"
echo "$name is being started; a migration of a large database may take minutes. Ctrl+C goes back."
# Only ends the waiting.
trap : INT
if systemctl restart tahanan; then
  echo "$name runs."
  exit 0
fi

echo "$name does not start; 'journalctl -u tahanan' says why." >&2
if [ -z "$old" ] || [ "$old" = "$name" ]; then
  exit 1
fi
# The old release decides itself whether it can run: it refuses a database that was migrated beyond it, unchanged.
switch_to "$old"
systemctl reset-failed tahanan || true
if systemctl restart tahanan; then
  echo "$old runs again; nothing was lost. Correct $name, and run this again." >&2
  exit 1
fi
switch_to "$name"
systemctl stop tahanan
cat >&2 <<END
$old does not start either, most likely because $name has migrated the database. The portal is stopped.
Either correct what keeps $name from starting, and run: systemctl start tahanan
or go back to $old with the backup made before the release; changes since then are lost:
  ln -sfn $old $home/current
  cd $home/current && npm run restore -- ${backup:-FILE}$identity --replace everything
  systemctl start tahanan
END
exit 1
