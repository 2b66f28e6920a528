import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Secret } from '@gpulease/kube';
import { childMetadata, type Machine } from './machine.ts';

/** The key of a Secret from which KubeVirt reads cloud-init user data. */
export const USER_DATA_KEY = 'userdata';

const script = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
const SSH_KEYS_SCRIPT = script('ssh-keys.sh');
const SERIAL_LOGIN_SCRIPT = script('serial-login.sh');

/**
 * Builds the Secret, named like the machine, that configures its guest; undefined if it would be empty.
 *
 * It holds cloud-init user data that includes the SSH keys or, if users bring their own user data, only the keys: KubeVirt
 * reads every value of an SSH key Secret as a key, so the two cannot share one.
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

/** Returns a digest that shows whether the Secret changed, because we may write tenants' Secrets but not read them. */
export function digestOf(secret: Secret): string {
  return createHash('sha256').update(JSON.stringify(secret.data)).digest('hex').slice(0, 16);
}

function secretEntries(machine: Machine): [key: string, value: string][] {
  if (machine.image.osType === 'Windows') return [];
  if (machine.userDataSecret === undefined) return [[USER_DATA_KEY, userData(machine)]];
  return machine.sshKeys.map((key, index) => [`key-${index}`, key]);
}

/**
 * Rendered as JSON, a subset of YAML: every string is quoted, so no YAML version reinterprets it. cloud-init applies
 * `ssh_authorized_keys` at the first boot only, and `bootcmd` at every boot.
 */
function userData(machine: Machine): string {
  const { defaultUser } = machine.image;
  const config = {
    hostname: machine.hostname,
    // cloud-init deprecates a plain string here.
    ...(defaultUser === undefined ? {} : { user: { name: defaultUser } }),
    ssh_pwauth: false,
    disable_root: defaultUser !== 'root',
    ssh_authorized_keys: machine.sshKeys,
    bootcmd: [bootCommand(machine), serialLoginCommand(machine)],
  };
  return `#cloud-config\n${JSON.stringify(config, undefined, 2)}\n`;
}

/** Returns the command that updates the SSH keys; `folder` in the guest stores the keys of the last boot. */
export function bootCommand({ image, sshKeys }: Machine, folder = '/var/lib/gpulease'): string[] {
  return ['sh', '-c', SSH_KEYS_SCRIPT, 'gpulease-ssh-keys', folder, image.defaultUser ?? '', ...sshKeys];
}

/** Returns the command that enables automatic sign-in on the serial console; `folder` in the guest holds systemd units. */
export function serialLoginCommand({ image }: Machine, folder = '/etc/systemd/system'): string[] {
  return ['sh', '-c', SERIAL_LOGIN_SCRIPT, 'gpulease-serial-login', folder, image.defaultUser ?? ''];
}
