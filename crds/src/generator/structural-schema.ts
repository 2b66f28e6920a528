import * as z from 'zod';
import type { ValidationRule } from '../schema/extensions.ts';

const RULES = 'x-kubernetes-validations';
const INT_OR_STRING = 'x-kubernetes-int-or-string';

/** The subset of OpenAPI v3 that CustomResourceDefinitions support and we use. */
export interface StructuralSchema {
  /** Absent if both numbers and strings are accepted. */
  type?: 'object' | 'array' | 'string' | 'integer' | 'boolean';
  description?: string;
  properties?: Record<string, StructuralSchema>;
  required?: string[];
  items?: StructuralSchema;
  enum?: string[];
  default?: unknown;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  'x-kubernetes-validations'?: { rule: string; message: string; fieldPath?: string }[];
  'x-kubernetes-list-type'?: 'atomic' | 'map' | 'set';
  'x-kubernetes-list-map-keys'?: string[];
  'x-kubernetes-int-or-string'?: true;
  'x-kubernetes-preserve-unknown-fields'?: true;
}

const keywords = new Set([
  ...['type', 'description', 'properties', 'required', 'items', 'enum', 'default', 'format', 'pattern'],
  ...['minLength', 'maxLength', 'minimum', 'maximum', 'minItems', 'maxItems'],
  ...['x-kubernetes-validations', 'x-kubernetes-list-type', 'x-kubernetes-list-map-keys'],
  INT_OR_STRING,
]);
const schemaTypes = new Set([
  'object',
  'array',
  'string',
  'number',
  'boolean',
  'enum',
  'optional',
  'default',
]);
const checks = new Set([
  ...['min_length', 'max_length', 'length_equals', 'string_format'],
  ...['greater_than', 'less_than', 'number_format'],
]);

/** Regular expression syntax that RE2, which the API server uses, does not support. */
const notInRe2 = /\(\?[=!<]|\\[1-9]/;
const INT32_MAX = 2 ** 31 - 1;

/**
 * Returns the structural schema equivalent to a zod schema. Throws a SchemaError that names the field on everything
 * that a CustomResourceDefinition cannot express, so that nothing is lost silently.
 */
export function toStructuralSchema(schema: z.ZodType): StructuralSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    target: 'openapi-3.0',
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema, path }) => {
      assertExpressible(zodSchema, path.join('.'));
      if (path[1] !== 'status') sayPatternInWords(zodSchema, jsonSchema);
    },
  });
  return rewrite(json, '');
}

function assertExpressible(schema: z.core.$ZodType, path: string): void {
  const { def } = schema._zod;
  if (!schemaTypes.has(def.type)) throw new SchemaError(path, `a CRD has nothing like zod's ${def.type}`);
  for (const check of def.checks ?? []) {
    const name = check._zod.def.check;
    if (!checks.has(name)) throw new SchemaError(path, `${name} would get lost; say it as a rule in CEL`);
  }
  if ('catchall' in def && def.catchall !== undefined) {
    throw new SchemaError(path, 'use z.object: the API server itself refuses or prunes unknown fields');
  }
}

/**
 * Turns patterns with a message into rules, whose error is that message; for a pattern, the API server
 * reports only the regular expression. A status keeps its patterns: programs write it, and they cost less.
 */
function sayPatternInWords({ _zod: { def } }: z.core.$ZodType, json: z.core.JSONSchema.BaseSchema): void {
  for (const check of def.checks ?? []) {
    const { pattern, message } = patternOf(check);
    if (pattern === undefined || message === undefined) continue;
    const matches = `self.matches(${JSON.stringify(pattern.source)})`;
    const rule = json[INT_OR_STRING] === true ? `type(self) == string && ${matches}` : matches;
    const others = ((json[RULES] ?? []) as ValidationRule[]).filter((other) => other.rule !== rule);
    json[RULES] = [{ rule, message }, ...others];
    delete json.pattern;
    if (notInRe2.test(pattern.source)) throw new SchemaError('a string', 'its pattern is not RE2');
  }
}

function patternOf(check: z.core.$ZodCheck): { pattern?: RegExp | undefined; message?: string } {
  const { pattern, error } = check._zod.def as z.core.$ZodCheckDef & { pattern?: RegExp };
  const message = error?.(undefined as never);
  return typeof message === 'string' ? { pattern, message } : { pattern };
}

function rewrite(json: z.core.JSONSchema.BaseSchema, path: string): StructuralSchema {
  const unknown = Object.keys(json).find((keyword) => !keywords.has(keyword));
  if (unknown !== undefined) throw new SchemaError(path, `${unknown} is not for a CRD`);
  if (json.type === undefined) throw new SchemaError(path, 'it has no type');
  if (json.type === 'number')
    throw new SchemaError(path, 'a number must be z.int32(), or z.int() of format int64');
  return withoutUndefined({
    ...json,
    ...rewriteString(json, path),
    ...rewriteInteger(json),
    ...rewriteMembers(json, path),
    ...(json[INT_OR_STRING] === true ? { type: undefined } : {}),
  });
}

function withoutUndefined(schema: object): StructuralSchema {
  const entries: [string, unknown][] = Object.entries(schema);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function rewriteString({ format, pattern, ...json }: z.core.JSONSchema.BaseSchema, path: string) {
  if (json.type !== 'string') return {};
  // The format covers timestamps; zod's pattern is redundant.
  if (format === 'date-time') return { pattern: undefined };
  if (format !== undefined) throw new SchemaError(path, `the API server ignores the format ${format}`);
  if (pattern !== undefined && notInRe2.test(pattern)) throw new SchemaError(path, 'its pattern is not RE2');
  return {};
}

function rewriteInteger({ type, format, maximum }: z.core.JSONSchema.BaseSchema) {
  if (type !== 'integer') return {};
  if (format !== undefined) return { maximum: undefined };
  return maximum !== undefined && maximum <= INT32_MAX ? { format: 'int32' } : { format: 'int64' };
}

function rewriteMembers(json: z.core.JSONSchema.BaseSchema, path: string) {
  if (json.type === 'array') return { items: rewriteItems(json, path) };
  if (json.type !== 'object') return {};
  const properties = Object.entries(json.properties ?? {}).map(([name, property]) => [
    name,
    rewrite(asObject(property, `${path}.${name}`), `${path}.${name}`),
  ]);
  const required = json.required?.length ? json.required : undefined;
  return { properties: Object.fromEntries(properties) as Record<string, StructuralSchema>, required };
}

function rewriteItems({ items }: z.core.JSONSchema.BaseSchema, path: string): StructuralSchema {
  if (Array.isArray(items)) throw new SchemaError(path, 'a CRD has no tuples');
  return rewrite(asObject(items, path), `${path}[]`);
}

function asObject(json: z.core.JSONSchema._JSONSchema | undefined, path: string) {
  if (typeof json !== 'object') throw new SchemaError(path, 'it has no type');
  return json;
}

/** A schema contains something that a CustomResourceDefinition cannot express. */
class SchemaError extends Error {
  constructor(path: string, problem: string) {
    super(`${path || 'the schema'}: ${problem}`);
  }
}
