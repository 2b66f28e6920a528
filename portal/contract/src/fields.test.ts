import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { operationIds } from './endpoints.ts';
import { routes, type Route } from './routes.ts';

/** Returns the paths of objects in a schema that accept undeclared fields. Maps with arbitrary keys do not count. */
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
  it('are all declared: requests and responses have no others', () => {
    const open = operationIds.flatMap((id) => openPartsOf(routes[id]));
    // An identity provider may add nonstandard parameters.
    expect(open).toEqual(['finishOidc.query', 'finishAdminOidc.query']);
  });

  it('are reported where an object accepts others', () => {
    const schema = z.toJSONSchema(z.strictObject({ inner: z.array(z.object({ a: z.string() })) }), {
      io: 'input',
    });
    expect(openObjects(schema, 'x')).toEqual(['x.properties.inner.items']);
  });
});
