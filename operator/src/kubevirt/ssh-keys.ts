import { createHash } from 'node:crypto';
import type { Secret } from '@gpulease/kube';
import { childMetadata } from './machine.ts';
import type { MachineIdentity } from './machine.ts';

/** The Secret from which KubeVirt gives the machine its SSH public keys: one value, one key. */
export function buildSshKeySecret(identity: MachineIdentity, authorizedKeys: string[]): Secret {
  const entries = authorizedKeys.map((key, index) => [`key-${index}`, Buffer.from(key).toString('base64')]);
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: childMetadata(identity),
    type: 'Opaque',
    data: Object.fromEntries(entries) as Record<string, string>,
  };
}

/** Tells whether the Secret has to be written, because we may write Secrets of tenants but not read them. */
export function digestOf(authorizedKeys: string[]): string {
  return createHash('sha256').update(authorizedKeys.join('\n')).digest('hex').slice(0, 16);
}
