import type { ResourceDefinition } from '@gpulease/crds';

/** Defines where the API server serves the objects of a kind. */
export function define<T>(
  apiVersion: string,
  kind: string,
  plural: string,
  scope: 'Cluster' | 'Namespaced' = 'Namespaced',
): ResourceDefinition<T> {
  const [version = '', group = ''] = apiVersion.split('/').reverse();
  const singular = kind.toLowerCase();
  return { group, version, kind, plural, singular, namespaced: scope === 'Namespaced' };
}
