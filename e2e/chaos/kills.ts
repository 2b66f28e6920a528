import { kill } from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { processId } from '../support/demo.ts';
import type { Random } from '@gpulease/local/random';

/** All running parts, with GPULease's own more often than the others. */
const parts = [
  'operator',
  'operator',
  'bff',
  'bff',
  'worker',
  'worker',
  'kube-apiserver',
  'etcd',
  'postgres',
  'kubevirt',
  'kube-scheduler',
  'kube-controller-manager',
] as const;

export interface Kill {
  part: string;
  at: Date;
}

/** Kills one part after another with SIGKILL until `ends`; the demo restarts each. Returns the kills. */
export async function killAtRandom(random: Random, ends: AbortSignal): Promise<Kill[]> {
  const kills: Kill[] = [];
  while (!ends.aborted) {
    const part = random.pick(parts);
    if (await wasKilled(part)) kills.push({ part, at: new Date() });
    await delay(random.between(3_000, 15_000), undefined, { signal: ends }).catch(() => undefined);
  }
  return kills;
}

/** Kills a part. Returns false if it was not running, because it may still be restarting after the last kill. */
async function wasKilled(part: string): Promise<boolean> {
  try {
    kill(await processId(part), 'SIGKILL');
    return true;
  } catch {
    return false;
  }
}
