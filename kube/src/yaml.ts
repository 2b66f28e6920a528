import { stringify } from 'yaml';
import type { ApiObject } from './object.ts';

/** Formats an object like `kubectl get -o yaml`, without its managedFields. */
export function toYaml({ metadata, ...object }: ApiObject): string {
  const { managedFields: _, ...rest } = metadata as ApiObject['metadata'] & { managedFields?: unknown };
  const { apiVersion, kind, ...content } = object;
  return stringify({ apiVersion, kind, metadata: rest, ...content }, { lineWidth: 0 });
}
