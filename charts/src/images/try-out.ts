import { execFileSync } from 'node:child_process';
import type { RunConfig } from './oci/layout.ts';

/** Makes the folder a root of its own that nobody can write. */
const confine = `
set -eu
mount --bind "$TRY_ROOT" "$TRY_ROOT"
mount -t proc proc "$TRY_ROOT/proc"
mount -o remount,bind,ro "$TRY_ROOT"
root="$TRY_ROOT"; as="$TRY_AS"; unset TRY_ROOT TRY_AS
exec chroot $as "$root" "$@"
`;

/**
 * Runs a program of an unpacked image with nothing but what is in it, and returns what it prints. It runs as the image's user where
 * we may become that, else as ourselves. Throws when it fails.
 */
export function tryOut(root: string, run: RunConfig, args: readonly string[]): string {
  const isRoot = process.getuid?.() === 0;
  const own = isRoot ? [] : ['--user', '--map-root-user'];
  const as = isRoot ? `--userspec=${run.User}` : '';
  const env = Object.fromEntries(run.Env.map((pair) => pair.split(/=(.*)/s))) as Record<string, string>;
  const shell = ['sh', '-c', confine, 'sh', ...run.Entrypoint, ...args];
  return execFileSync('unshare', [...own, '--mount', '--pid', '--fork', '--kill-child', ...shell], {
    encoding: 'utf8',
    env: { ...env, TRY_ROOT: root, TRY_AS: as },
  });
}
