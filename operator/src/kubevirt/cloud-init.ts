import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Secret } from '@gpulease/kube';
import { childMetadata, type Machine } from './machine.ts';

/** Where cloud-init's user data stands in a Secret, as KubeVirt reads it. */
export const USER_DATA_KEY = 'userdata';

const script = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
const SSH_KEYS_SCRIPT = script('ssh-keys.sh');
const SERIAL_LOGIN_SCRIPT = script('serial-login.sh');

/**
 * The Secret of the machine's own name with which its guest is set up; undefined where there is nothing to say.
 *
 * It is cloud-init's user data with the SSH keys in it or, beside user data of the user's own, the keys alone: KubeVirt
 * takes every value of a Secret with keys for a key, so the two cannot share one.
 */
export function buildSecret(machine: Machine): Secret | undefined {
  const entries = secretEntries(machine);
  if (entries.length === 0) return undefined;
  const encoded = entries.map(([key, value]) => [key, Buffer.from(value).toString('base64')]);
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: childMetadata(machine),
    type: 'Opaque',
    data: Object.fromEntries(encoded) as Record<string, string>,
  };
}

/** Tells whether the Secret has to be written again, because we may write Secrets of tenants but not read them. */
export function digestOf(secret: Secret): string {
  return createHash('sha256').update(JSON.stringify(secret.data)).digest('hex').slice(0, 16);
}

function secretEntries(machine: Machine): [key: string, value: string][] {
  if (machine.image.osType === 'Windows') return [];
  if (machine.userDataSecret === undefined) return [[USER_DATA_KEY, userData(machine)]];
  return machine.sshKeys.map((key, index) => [`key-${index}`, key]);
}

/**
 * As JSON, which YAML is a superset of: every string is quoted, whatever YAML's versions take it for. cloud-init looks at
 * `ssh_authorized_keys` at the first boot only, and at `bootcmd` at each.
 */
function userData(machine: Machine): string {
  const { defaultUser } = machine.image;
  const config = {
    hostname: machine.hostname,
    // The user's name alone, as a string, is deprecated.
    ...(defaultUser === undefined ? {} : { user: { name: defaultUser } }),
    ssh_pwauth: false,
    disable_root: defaultUser !== 'root',
    ssh_authorized_keys: machine.sshKeys,
    bootcmd: [bootCommand(machine), serialLoginCommand(machine)],
  };
  return `#cloud-config\n${JSON.stringify(config, undefined, 2)}\n`;
}

/** The command, with its arguments, that brings the SSH keys up to date; `folder` of the guest remembers the last ones. */
export function bootCommand({ image, sshKeys }: Machine, folder = '/var/lib/gpulease'): string[] {
  return ['sh', '-c', SSH_KEYS_SCRIPT, 'gpulease-ssh-keys', folder, image.defaultUser ?? '', ...sshKeys];
}

/** The command that signs in on the serial console automatically; `folder` of the guest has systemd's units. */
export function serialLoginCommand({ image }: Machine, folder = '/etc/systemd/system'): string[] {
  return ['sh', '-c', SERIAL_LOGIN_SCRIPT, 'gpulease-serial-login', folder, image.defaultUser ?? ''];
}
