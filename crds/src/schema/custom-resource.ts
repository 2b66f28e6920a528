import type * as z from 'zod';
import { GROUP, VERSION } from '../names.ts';
import type { ResourceDefinition } from '../object.ts';
import type { ValidationRule } from './extensions.ts';

/** One column of `kubectl get`; a wide one is shown with `--output=wide` only. */
export type PrinterColumn = readonly [
  name: string,
  type: 'string' | 'integer' | 'date',
  jsonPath: string,
  description: string,
  width?: 'wide',
];

/** All that a CustomResourceDefinition says of one kind. */
export interface CustomResource {
  definition: ResourceDefinition<unknown>;
  description: string;
  schema: z.ZodObject<{ spec: z.ZodType; status: z.ZodType }>;
  /** Rules over the whole object, its name included. */
  rules: ValidationRule[];
  shortNames: string[];
  columns: PrinterColumn[];
  /** JSON paths that lists can be filtered by with `--field-selector`. */
  selectableFields: string[];
}

/** Where the API server serves one of our kinds. */
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

/** Columns with the readiness and its reason, so that a list shows what otherwise only `describe` does. */
export const readyAndWhy: readonly PrinterColumn[] = [
  ready,
  [
    'Reason',
    'string',
    ".status.conditions[?(@.type=='Ready')].reason",
    'Why it is ready or not; the message of the Ready condition says more.',
  ],
];

/** A rule on the object's name; the refusal names its path. */
export function nameRule(rule: string, message: string): ValidationRule {
  return { rule, message, fieldPath: '.metadata.name' };
}

/** Names serve as values of labels too. Which letters they have Kubernetes checks, by the product's own rule. */
export const nameRules: ValidationRule[] = [
  nameRule('self.metadata.name.size() <= 63', 'the name must have at most 63 characters'),
];
