import { retry } from '@gpulease/kube';

const wait = ['wait', '--for=condition=Established', '--timeout=60s', 'crd', '--all'];

/** Waits until the API server serves all custom resources. Retries because `kubectl wait` fails on a CRD without conditions. */
export async function untilEstablished(
  kubectl: (args: readonly string[]) => Promise<unknown>,
): Promise<void> {
  await retry(() => kubectl(wait), { when: isTooNew, attempts: 20, backoff: { baseMs: 50, maxMs: 500 } });
}

function isTooNew(error: unknown): boolean {
  return error instanceof Error && error.message.includes('accessor error');
}
