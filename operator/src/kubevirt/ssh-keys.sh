# Brings the SSH keys of a machine's user up to date at each boot: ssh-keys.sh FOLDER USER KEY... FOLDER remembers the keys
# of the last boot; without a USER it is the first one of the system. Keys that were added to the Workload since are added,
# those that were removed from it are removed, and what somebody has changed in authorized_keys by hand is kept. At the
# first boot the user may not exist yet: then cloud-init writes the keys itself.
set -eu
known=$1/keys
user=${2:-$(getent passwd 1000 | cut -d: -f1)}
mkdir -p "$1"
shift 2
touch "$known"
: >"$known.new"
for key in "$@"; do printf '%s\n' "$key" >>"$known.new"; done

home=
if [ -n "$user" ]; then home=$(getent passwd "$user" | cut -d: -f6); fi
if [ -n "$home" ] && ! cmp -s "$known" "$known.new"; then
  file=$home/.ssh/authorized_keys
  mkdir -p "$home/.ssh"
  touch "$file"
  cp -p "$file" "$file.new"
  { grep -vxF -f "$known.new" "$known" || true; } >"$known.removed"
  { grep -vxF -f "$known.removed" "$file" || true; } >"$file.new"
  { grep -vxF -f "$known" "$known.new" || true; } >"$known.added"
  { grep -vxF -f "$file.new" "$known.added" || true; } >>"$file.new"
  mv "$file.new" "$file"
  chmod 700 "$home/.ssh"
  chmod 600 "$file"
  chown "$user:" "$home/.ssh" "$file"
  if command -v restorecon >/dev/null; then restorecon -R "$home/.ssh"; fi
fi
mv "$known.new" "$known"
