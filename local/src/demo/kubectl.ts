import { execFile } from 'node:child_process';
import type { Binaries } from '../control-plane/binaries.ts';

const largestOutput = 64 * 1024 * 1024;

/** The parts of a control plane that kubectl needs. */
export interface Cluster {
  binaries: Pick<Binaries, 'kubectl'>;
  kubeconfig: string;
}

/** Runs kubectl as the administrator of a control plane and returns its output; throws with its error message. */
export function kubectl(
  { binaries, kubeconfig }: Cluster,
  args: readonly string[],
  input = '',
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile(
      binaries.kubectl,
      [`--kubeconfig=${kubeconfig}`, ...args],
      { maxBuffer: largestOutput },
      (error, stdout, stderr) => {
        if (error) reject(new Error(`kubectl ${args.join(' ')}: ${stderr.trim() || error.message}`));
        else resolve(stdout);
      },
    );
    child.stdin?.end(input);
  });
}

/** Applies files or folders with server-side apply. */
export async function applyFiles(cluster: Cluster, ...paths: string[]): Promise<void> {
  const files = paths.map((path) => `--filename=${path}`);
  await kubectl(cluster, [...apply, '--recursive', ...files]);
}

/** Applies objects with server-side apply. */
export async function applyObjects(cluster: Cluster, objects: readonly object[]): Promise<void> {
  const list = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects });
  await kubectl(cluster, [...apply, '--filename=-'], list);
}

const apply = ['apply', '--server-side', '--force-conflicts', '--field-manager=gpulease-demo'];
