import type * as z from 'zod';
import { GROUP, VERSION } from '../names.ts';
import type { ResourceDefinition } from '../object.ts';
import type { ValidationRule } from './extensions.ts';

/** One column of `kubectl get`; a wide one appears only with `--output=wide`. */
export type PrinterColumn = readonly [
  name: string,
  type: 'string' | 'integer' | 'date',
  jsonPath: string,
  description: string,
  width?: 'wide',
];

/** The contents of the CustomResourceDefinition of one kind. */
export interface CustomResource {
  definition: ResourceDefinition<unknown>;
  description: string;
  schema: z.ZodObject<{ spec: z.ZodType; status: z.ZodType }>;
  /** Rules for the whole object, including its name. */
  rules: ValidationRule[];
  shortNames: string[];
  columns: PrinterColumn[];
  /** JSON paths that `--field-selector` can filter by. */
  selectableFields: string[];
}

/** Defines where the API server serves one of our kinds. */
export function resource<T>(
  kind: string,
  plural: string,
  scope: 'Cluster' | 'Namespaced' = 'Cluster',
): ResourceDefinition<T> {
  const namespaced = scope === 'Namespaced';
  return { group: GROUP, version: VERSION, kind, plural, singular: kind.toLowerCase(), namespaced };
}

export const age: PrinterColumn = ['Age', 'date', '.metadata.creationTimestamp', 'When it was created.'];

export const ready: PrinterColumn = [
  'Ready',
  'string',
  ".status.conditions[?(@.type=='Ready')].status",
  'Whether everything is in order; if not, the Ready condition says why.',
];

/** Columns with the readiness and its reason, which otherwise only `kubectl describe` shows. */
export const readyAndWhy: readonly PrinterColumn[] = [
  ready,
  [
    'Reason',
    'string',
    ".status.conditions[?(@.type=='Ready')].reason",
    'Why it is ready or not; the message of the Ready condition says more.',
  ],
];

/** Returns a rule for the object's name; the error contains its path. */
export function nameRule(rule: string, message: string): ValidationRule {
  return { rule, message, fieldPath: '.metadata.name' };
}

/** Names also serve as label values. Kubernetes itself checks their characters. */
export const nameRules: ValidationRule[] = [
  nameRule('self.metadata.name.size() <= 63', 'the name must have at most 63 characters'),
];
