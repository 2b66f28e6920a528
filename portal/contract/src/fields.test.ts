import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { operationIds } from './endpoints.ts';
import { routes, type Route } from './routes.ts';

/** Paths of the objects in a schema that take fields which they do not name. Maps by free keys are no such objects. */
function openObjects(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { type, properties, additionalProperties } = schema as Record<string, unknown>;
  const isOpen = type === 'object' && properties !== undefined && additionalProperties !== false;
  const inside = Object.entries(schema).flatMap(([key, value]) => openObjects(value, `${path}.${key}`));
  return isOpen ? [path, ...inside] : inside;
}

function openPartsOf({ operationId, params, query, body, response }: Route): string[] {
  return Object.entries({ params, query, body, response }).flatMap(([part, schema]) => {
    if (!schema) return [];
    const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
    return openObjects(json, `${operationId}.${part}`);
  });
}

describe('the fields of the API', () => {
  it('are all named: no request may bring others, and no answer may tell more', () => {
    const open = operationIds.flatMap((id) => openPartsOf(routes[id]));
    // What an identity provider adds to its answer is none of ours.
    expect(open).toEqual(['finishOidc.query', 'finishAdminOidc.query']);
  });

  it('would be found open', () => {
    const schema = z.toJSONSchema(z.strictObject({ inner: z.array(z.object({ a: z.string() })) }), {
      io: 'input',
    });
    expect(openObjects(schema, 'x')).toEqual(['x.properties.inner.items']);
  });
});
