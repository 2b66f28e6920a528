import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { listMap, rules } from '../schema/extensions.ts';
import { toStructuralSchema } from './structural-schema.ts';

/** An object whose only field is `field`. */
const withField = (field: z.ZodType) => z.object({ field });
const convert = (field: z.ZodType) => toStructuralSchema(withField(field)).properties?.field;

describe('schemas that a CRD can express', () => {
  it.each([
    [
      'a bounded string',
      z.string().min(1).max(63).regex(/^a+$/).describe('A name.'),
      { type: 'string', minLength: 1, maxLength: 63, pattern: '^a+$', description: 'A name.' },
    ],
    ['an enum', z.enum(['On', 'Off']), { type: 'string', enum: ['On', 'Off'] }],
    [
      'a default',
      z.enum(['On', 'Off']).default('On'),
      { type: 'string', enum: ['On', 'Off'], default: 'On' },
    ],
    [
      'an int32 within bounds',
      z.int32().min(1).max(16),
      { type: 'integer', format: 'int32', minimum: 1, maximum: 16 },
    ],
    [
      'an int64 without the limits of JavaScript',
      z.int().min(0).meta({ format: 'int64' }),
      { type: 'integer', format: 'int64', minimum: 0 },
    ],
    [
      'a timestamp without the pattern of JavaScript',
      z.iso.datetime(),
      { type: 'string', format: 'date-time' },
    ],
    [
      'a list map',
      z
        .array(z.object({ name: z.string() }))
        .max(3)
        .meta(listMap('name')),
      {
        type: 'array',
        maxItems: 3,
        items: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['name'],
      },
    ],
    [
      'a CEL rule',
      z.string().meta(rules({ rule: 'self != ""', message: 'say something' })),
      { type: 'string', 'x-kubernetes-validations': [{ rule: 'self != ""', message: 'say something' }] },
    ],
    [
      'a pattern with a message, as a rule with that message',
      z
        .string()
        .regex(/^a+\.$/, 'must be many a')
        .meta(rules({ rule: 'self != "a."', message: 'more of them' })),
      {
        type: 'string',
        'x-kubernetes-validations': [
          { rule: 'self.matches("^a+\\\\.$")', message: 'must be many a' },
          { rule: 'self != "a."', message: 'more of them' },
        ],
      },
    ],
  ])('%s', (_, field, expected) => {
    expect(convert(field)).toEqual(expected);
  });

  it('keep patterns in a status, which only programs write', () => {
    const word = z.string().regex(/^a+$/, 'must be many a');
    const schema = toStructuralSchema(z.object({ status: z.object({ word: word.optional() }).optional() }));
    expect(schema.properties?.status?.properties?.word).toEqual({ type: 'string', pattern: '^a+$' });
  });

  it('do not require optional fields and fields with a default', () => {
    const schema = z.object({
      given: z.string(),
      optional: z.string().optional(),
      defaulted: z.enum(['On']).default('On'),
    });
    expect(toStructuralSchema(schema).required).toEqual(['given']);
  });

  it('omit an empty list of required fields', () => {
    expect(toStructuralSchema(z.object({ given: z.string().optional() }))).not.toHaveProperty('required');
  });

  it('keep the description of an optional field', () => {
    expect(convert(z.string().describe('Why.').optional())).toEqual({ type: 'string', description: 'Why.' });
  });
});

describe('schemas that a CRD cannot express', () => {
  it.each([
    ['a union', z.union([z.string(), z.int32()]), /union/],
    [
      'a discriminated union',
      z.discriminatedUnion('a', [z.object({ a: z.literal('b') })]),
      /nothing like zod's/,
    ],
    ['an intersection', z.intersection(z.object({}), z.object({})), /intersection/],
    ['a tuple', z.tuple([z.string()]), /tuple/],
    ['a literal', z.literal('On'), /literal/],
    ['a map', z.record(z.string(), z.string()), /record/],
    ['null', z.string().nullable(), /nullable/],
    ['any value', z.any(), /any/],
    ['an unknown value', z.unknown(), /unknown/],
    ['a date', z.date(), /date/],
    ['a big integer', z.bigint(), /bigint/],
    ['a lazy schema', z.lazy(() => z.string()), /lazy/],
    ['a transformation', z.string().transform(Number), /pipe/],
    ['a refinement', z.string().refine((value) => value !== ''), /custom/],
    ['a trimmed string', z.string().trim(), /overwrite/],
    ['a read-only value', z.string().readonly(), /readonly/],
    ['a caught value', z.string().catch('a'), /catch/],
    ['a strict object', z.strictObject({}), /z\.object/],
    ['a loose object', z.looseObject({}), /unknown/],
    ['an object with a catch-all', z.object({}).catchall(z.string()), /z\.object/],
    ['a fractional number', z.number().max(3), /z\.int32/],
    ['a multiple', z.int32().multipleOf(5), /multiple_of/],
    ['a schema shared by id', z.string().meta({ id: 'Shared' }), /is not for a CRD/],
    ['a format that the API server ignores', z.email(), /email/],
    ['a look-ahead', z.string().regex(/^(?=a)/), /RE2/],
    ['a look-behind', z.string().regex(/(?<=a)b/), /RE2/],
    ['a back-reference', z.string().regex(/(a)\1/), /RE2/],
    ['a look-ahead with a message', z.string().regex(/^(?=a)/, 'must begin with a'), /RE2/],
    ['an unsupported keyword', z.string().meta({ examples: ['a'] }), /examples/],
  ])('%s', (_, field, problem) => {
    expect(() => convert(field)).toThrow(problem);
  });

  it('cause an error that names the field at any depth', () => {
    const schema = z.object({ list: z.array(z.object({ inner: z.string().meta({ title: 'Inner' }) })) });
    expect(() => toStructuralSchema(schema)).toThrow('.list[].inner: title is not for a CRD');
  });
});
