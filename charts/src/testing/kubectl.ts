import { expect } from '@jest/globals';
import type { ResourceDefinition } from '@gpulease/crds';
import { ApiError, connect, type ApiObject } from '@gpulease/kube';
import { eventually } from '@gpulease/kube/testing';
import { runKubectl } from '@gpulease/local/testing';

/** Runs kubectl and returns its output, including an error message. */
export async function kubectl(kubeconfig: string, args: string[], object?: object): Promise<string> {
  const input = object === undefined ? {} : { input: JSON.stringify(object) };
  const { stdout, stderr } = await runKubectl(args, { kubeconfig, ...input });
  return stdout + stderr;
}

/** Creates an object and returns `Kind created`, or the message of the error. Faster than kubectl. */
export async function create(who: string, object: object): Promise<string> {
  const { apiVersion, kind, metadata } = object as ApiObject;
  const [version = '', group = ''] = apiVersion.split('/').reverse();
  const singular = kind.toLowerCase();
  const names = { kind, singular, plural: pluralOf(singular) };
  const namespaced = metadata.namespace !== undefined;
  const definition: ResourceDefinition<ApiObject> = { group, version, ...names, namespaced };
  const cluster = connect({ kubeconfig: who });
  try {
    await cluster.resource(definition).create(object as ApiObject);
    return `${kind} created`;
  } catch (error) {
    if (error instanceof ApiError) return error.message;
    throw error;
  } finally {
    await cluster.close();
  }
}

/** Forms plurals like Kubernetes. */
function pluralOf(singular: string): string {
  if (singular.endsWith('y')) return singular.replace(/y$/, 'ies');
  return singular.endsWith('s') ? `${singular}es` : `${singular}s`;
}

export function patch(who: string, target: string[], change: object): Promise<string> {
  return kubectl(who, ['patch', ...target, '--type=merge', `--patch=${JSON.stringify(change)}`]);
}

/** Waits until a call is refused, because policies take effect a moment after their creation. */
export function refusal(call: () => Promise<string>, message: string): Promise<void> {
  return eventually(async () => expect(await call()).toContain(message));
}
