import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { sharedServers } from './facts.ts';
import { join } from 'node:path';

export interface KubectlOptions {
  /** Path of a kubeconfig; by default, that of the shared control plane's administrator. */
  kubeconfig?: string;
  /** Standard input, as for `-f -`. */
  input?: string;
}

export interface KubectlResult {
  exitCode: number;
  stdout: string;
  stderr: string;
}

/** Runs the real kubectl. A failure is a result, not an exception. */
export async function runKubectl(
  args: readonly string[],
  options: KubectlOptions = {},
): Promise<KubectlResult> {
  const { home, binaries } = sharedServers();
  const kubeconfig = options.kubeconfig ?? join(home, 'kubeconfig');
  const kubectl = spawn(binaries.kubectl, [`--kubeconfig=${kubeconfig}`, ...args], { stdio: 'pipe' });
  kubectl.stdin.end(options.input ?? '');
  const exited = new Promise<number>((resolve, reject) => {
    kubectl.once('error', reject);
    kubectl.once('exit', (code) => resolve(code ?? 1));
  });
  const [exitCode, stdout, stderr] = await Promise.all([exited, text(kubectl.stdout), text(kubectl.stderr)]);
  return { exitCode, stdout, stderr };
}

/** Runs kubectl and returns its output; throws with its message on failure. */
export async function mustRunKubectl(args: readonly string[], options: KubectlOptions = {}): Promise<string> {
  const { exitCode, stdout, stderr } = await runKubectl(args, options);
  if (exitCode !== 0) throw new Error(`kubectl ${args.join(' ')}: ${stderr.trim()}`);
  return stdout;
}
