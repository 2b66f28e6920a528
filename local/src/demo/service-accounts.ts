import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { kubeconfigPath, type ControlPlane } from '../control-plane/control-plane.ts';
import { writeKubeconfig } from '../control-plane/kubeconfig.ts';
import { kubectl } from './kubectl.ts';

export const systemNamespace = 'gpulease-system';
const tokenLifetime = '2h';
const renewalMs = 30 * 60_000;

/** ServiceAccounts of the product's processes, each with the permissions that the chart grants it. */
export const serviceAccounts = ['gpulease-operator', 'gpulease-worker', 'gpulease-bff'] as const;

export type ServiceAccount = (typeof serviceAccounts)[number];

/** Writes a kubeconfig for each ServiceAccount and renews their tokens. Returns a function that stops the renewal. */
export async function keepServiceAccountTokens(
  controlPlane: ControlPlane,
  onFailure: (error: unknown) => void,
): Promise<() => void> {
  mkdirSync(join(controlPlane.home, 'tokens'), { recursive: true, mode: 0o700 });
  for (const user of serviceAccounts) {
    await writeKubeconfig(accountKubeconfig(controlPlane, user), {
      server: controlPlane.apiUrl,
      authority: controlPlane.pki.cluster.certificate,
      user,
      credentials: { tokenFile: tokenFile(controlPlane, user) },
    });
  }
  await renewTokens(controlPlane);
  const timer = setInterval(() => void renewTokens(controlPlane).catch(onFailure), renewalMs);
  return () => clearInterval(timer);
}

/** Returns the path of a ServiceAccount's kubeconfig. */
export function accountKubeconfig(controlPlane: ControlPlane, account: ServiceAccount): string {
  return kubeconfigPath(controlPlane, account);
}

async function renewTokens(controlPlane: ControlPlane): Promise<void> {
  await Promise.all(serviceAccounts.map((account) => renewToken(controlPlane, account)));
}

async function renewToken(controlPlane: ControlPlane, account: ServiceAccount): Promise<void> {
  const flags = [`--namespace=${systemNamespace}`, `--duration=${tokenLifetime}`];
  const token = await kubectl(controlPlane, ['create', 'token', account, ...flags]);
  const path = tokenFile(controlPlane, account);
  writeFileSync(`${path}.new`, token.trim(), { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

function tokenFile({ home }: ControlPlane, account: ServiceAccount): string {
  return join(home, 'tokens', account);
}
