import type { KubeObject, ResourceDefinition } from '@gpulease/crds';
import type { Cluster } from '../cluster.ts';
import { customResourceDefinitions, type CustomResourceDefinition } from '../index.ts';
import { eventually } from './eventually.ts';

/** A custom resource with a status, for the tests of this package. */
export type Note = KubeObject<{ text: string; colour?: string }, { readBy?: string; stars?: number }>;

export const notes: ResourceDefinition<Note> = {
  group: 'test.gpulease.dev',
  version: 'v1',
  kind: 'Note',
  plural: 'notes',
  singular: 'note',
  namespaced: true,
};

const text = { type: 'string' };
const crd = {
  metadata: { name: `${notes.plural}.${notes.group}` },
  spec: {
    group: notes.group,
    names: { kind: notes.kind, plural: notes.plural, singular: notes.singular },
    scope: 'Namespaced',
    versions: [
      {
        name: notes.version,
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: {
                type: 'object',
                required: ['text'],
                properties: { text, colour: { ...text, enum: ['red', 'blue'] } },
              },
              status: { type: 'object', properties: { readBy: text, stars: { type: 'integer' } } },
            },
          },
        },
      },
    ],
  },
} satisfies Pick<CustomResourceDefinition, 'metadata' | 'spec'>;

/** Installs the Note kind. Resolves once the API server serves it. */
export async function installNotes(cluster: Cluster): Promise<void> {
  await cluster.resource(customResourceDefinitions).apply(crd, { fieldManager: 'test' });
  await eventually(() => cluster.resource(notes).list());
}
