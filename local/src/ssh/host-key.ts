import { createECDH, createHmac, createPrivateKey, randomBytes } from 'node:crypto';
import { secrets, type Cluster } from '@gpulease/kube';
import { createIfMissing } from '../kubevirt/write.ts';

const ref = { namespace: 'kubevirt', name: 'simulated-ssh-host-keys' };

/** Reads the cluster's secret from which host keys are derived. Creates it on first use. */
export async function readHostKeySeed(cluster: Cluster): Promise<Buffer> {
  const client = cluster.resource(secrets);
  await createIfMissing(client, { metadata: ref, data: { seed: randomBytes(32).toString('base64') } });
  const { data = {} } = await client.get(ref);
  return Buffer.from(data.seed ?? '', 'base64');
}

/** Returns a machine's host key as PEM. It is stable for the lifetime of the machine, as if stored on its disk. */
export function hostKey(seed: Buffer, machineUid: string): string {
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(createHmac('sha256', seed).update(machineUid).digest());
  // Uncompressed: a byte 4, then both coordinates of 32 bytes each.
  const point = ecdh.getPublicKey();
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    d: ecdh.getPrivateKey().toString('base64url'),
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  return createPrivateKey({ key: jwk, format: 'jwk' }).export({ type: 'sec1', format: 'pem' }).toString();
}
