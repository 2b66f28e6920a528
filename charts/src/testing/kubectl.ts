import { expect } from '@jest/globals';
import { eventually } from '@gpulease/kube/testing';
import { runKubectl } from '@gpulease/local/testing';

/** What kubectl answers: the reason of a refusal, or what was done. */
export async function kubectl(kubeconfig: string, args: string[], object?: object): Promise<string> {
  const input = object === undefined ? {} : { input: JSON.stringify(object) };
  const { stdout, stderr } = await runKubectl(args, { kubeconfig, ...input });
  return stdout + stderr;
}

export function create(who: string, object: object): Promise<string> {
  return kubectl(who, ['create', '--filename=-'], object);
}

export function patch(who: string, target: string[], change: object): Promise<string> {
  return kubectl(who, ['patch', ...target, '--type=merge', `--patch=${JSON.stringify(change)}`]);
}

/** Policies count a moment after they were made, so a refusal is waited for. */
export function refusal(call: () => Promise<string>, message: string): Promise<void> {
  return eventually(async () => expect(await call()).toContain(message));
}
