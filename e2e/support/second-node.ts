import { fakeNode, type DeclaredGpu, type DeclaredNode } from '@gpulease/local/fake-nodes';
import { expect } from '@playwright/test';
import { lonelyNode } from './journeys.ts';
import { kubectl, kubectlGet } from './kubectl.ts';
import { eventually } from './wait.ts';

export const secondNode = 'gpu-l40s-02';

interface ReadyNode extends DeclaredNode {
  status?: { conditions?: { type: string; status: string }[] };
}

/** Adds a twin of the lonely node, to which its machines can move. Returns once machines may start there. */
export async function addSecondNode(): Promise<void> {
  const { spec } = await kubectlGet<DeclaredNode>(['computenodes.gpulease.dev', lonelyNode]);
  const { items: gpus } = await kubectlGet<{ items: DeclaredGpu[] }>(['gpus.gpulease.dev']);
  const { resources, ...rest } = spec;
  const twin = {
    ...{ apiVersion: 'gpulease.dev/v1alpha1', kind: 'ComputeNode', metadata: { name: secondNode } },
    spec: { ...rest, resources, state: 'Active' },
  };
  await apply(fakeNode(twin, gpus));
  await apply(twin);
  await eventually(
    () => kubectlGet<ReadyNode>(['computenodes.gpulease.dev', secondNode]),
    ({ status }) =>
      expect(status?.conditions).toContainEqual(expect.objectContaining({ type: 'Ready', status: 'True' })),
  );
}

/** Removes the twin, on which nothing may still run. */
export async function removeSecondNode(): Promise<void> {
  await kubectl(['delete', 'computenodes.gpulease.dev', secondNode, '--ignore-not-found']);
  await kubectl(['delete', 'node', secondNode, '--ignore-not-found']);
}

async function apply(object: object): Promise<void> {
  const { code, stderr } = await kubectl(['apply', '--server-side', '--filename=-'], JSON.stringify(object));
  if (code !== 0) throw new Error(stderr);
}
