import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { demoFacts } from './demo.ts';

const run = promisify(execFile);

interface KubectlResult {
  stdout: string;
  stderr: string;
  code: number;
}

/** Runs kubectl against the demo as the cluster's admin. Never throws for a refusal: check `code` and `stderr`. */
export async function kubectl(args: string[], input?: string): Promise<KubectlResult> {
  const child = run(await kubectlPath(), ['--kubeconfig', demoFacts().kubeconfig, ...args]);
  if (input !== undefined) child.child.stdin?.end(input);
  try {
    return { ...(await child), code: 0 };
  } catch (error) {
    const failed = error as { stdout?: string; stderr?: string; code?: number };
    return { stdout: failed.stdout ?? '', stderr: failed.stderr ?? String(error), code: failed.code ?? 1 };
  }
}

/** Returns the object or list that `kubectl get … -o json` prints. Throws kubectl's error output if it fails. */
export async function kubectlGet<T>(args: string[]): Promise<T> {
  const result = await kubectl(['get', ...args, '-o', 'json']);
  if (result.code !== 0) throw new Error(result.stderr);
  return JSON.parse(result.stdout) as T;
}

async function kubectlPath(): Promise<string> {
  const assets = process.env.KUBEBUILDER_ASSETS;
  if (assets && existsSync(join(assets, 'kubectl'))) return join(assets, 'kubectl');
  const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'gpulease', 'control-plane');
  const versions = existsSync(cache) ? await readdir(cache) : [];
  const cached = versions
    .sort()
    .reverse()
    .map((version) => join(cache, version, 'kubectl'))
    .find(existsSync);
  return cached ?? 'kubectl';
}
