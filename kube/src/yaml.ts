import { stringify } from 'yaml';
import type { ApiObject } from './object.ts';

/** An object as `kubectl get -o yaml` prints it, without what records who wrote which field. */
export function toYaml({ metadata, ...object }: ApiObject): string {
  const { managedFields: _, ...rest } = metadata as ApiObject['metadata'] & { managedFields?: unknown };
  const { apiVersion, kind, ...content } = object;
  return stringify({ apiVersion, kind, metadata: rest, ...content }, { lineWidth: 0 });
}
