import { describe, expect, it } from '@jest/globals';
import { violations } from './testing/conventions.ts';
import { customResources } from './resources.ts';
import { toStructuralSchema, type StructuralSchema } from './structural-schema.ts';

const kinds = customResources.map((resource) => [resource.definition.kind, resource] as const);
const described = { description: 'What it is.' };

describe.each(kinds)('%s', (_, { schema, columns, selectableFields }) => {
  const { spec, status } = toStructuralSchema(schema).properties ?? {};

  it('follows the API conventions in every field', () => {
    expect([...violations(spec!, 'spec'), ...violations(status!, 'status')]).toEqual([]);
  });

  it('has conditions and an observed generation in its status', () => {
    expect(Object.keys(status?.properties ?? {})).toEqual(
      expect.arrayContaining(['conditions', 'observedGeneration', 'updatedAt']),
    );
  });

  it('has an optional status', () => {
    expect(toStructuralSchema(schema).required).toEqual(['spec']);
    expect(status?.required).toBeUndefined();
  });

  it('has only columns of existing fields, each with a description', () => {
    const ours = columns.filter(([, , jsonPath]) => /^\.(spec|status)\.[\w.]+$/.test(jsonPath));
    for (const [name, , jsonPath, description] of ours) {
      expect([name, fieldAt(jsonPath, { spec, status })]).not.toEqual([name, undefined]);
      expect(description).toMatch(/\.$/);
    }
  });

  it('has no two columns of the same name', () => {
    const names = columns.map(([name]) => name);
    expect(names).toEqual([...new Set(names)]);
  });

  it('has at most eight selectable fields, all of which exist', () => {
    expect(selectableFields.length).toBeLessThanOrEqual(8);
    for (const path of selectableFields) {
      expect([path, fieldAt(path, { spec, status })?.type]).toEqual([path, 'string']);
    }
  });
});

describe('the conventions', () => {
  it.each<[string, StructuralSchema, string]>([
    ['a field without description', { type: 'string', maxLength: 1 }, 'has no description'],
    ['a boolean', { type: 'boolean', ...described }, 'is a boolean'],
    ['an open string', { type: 'string', ...described }, 'without a maximum length'],
    [
      'an open list',
      { type: 'array', 'x-kubernetes-list-type': 'atomic', ...described },
      'without a maximum',
    ],
    [
      'a list without x-kubernetes-list-type',
      { type: 'array', maxItems: 1, ...described },
      'how writers share it',
    ],
    [
      'a list whose list type is set',
      { type: 'array', maxItems: 1, 'x-kubernetes-list-type': 'set', ...described },
      'is a set',
    ],
    ['an open quantity', { 'x-kubernetes-int-or-string': true, ...described }, 'without a maximum length'],
    ['an integer without a lower bound', { type: 'integer', format: 'int32', ...described }, 'no minimum'],
    [
      'an enum in uppercase with dashes',
      { type: 'string', enum: ['ON-DEMAND'], ...described },
      'not CamelCase',
    ],
    ['an empty object', { type: 'object', ...described }, 'without fields'],
    [
      'a list map with an optional key',
      {
        type: 'array',
        maxItems: 1,
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['name'],
        items: {
          type: 'object',
          properties: { name: { type: 'string', maxLength: 1, ...described } },
          ...described,
        },
        ...described,
      },
      'may leave out',
    ],
  ])('reject %s', (_, schema, fault) => {
    expect(violations(schema, 'field').join()).toContain(fault);
  });
});

function fieldAt(
  path: string,
  root: Record<string, StructuralSchema | undefined>,
): StructuralSchema | undefined {
  const [first = '', ...rest] = path.slice(1).split('.');
  return rest.reduce((schema, name) => schema?.properties?.[name], root[first]);
}
