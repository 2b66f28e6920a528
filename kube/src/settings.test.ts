import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { port, readSettings, settingsText, wholeNumber } from './settings.ts';

const schema = z.object({
  DATABASE_URL: z.string('is not set').meta({ description: 'The database.', secret: true }),
  PORT: port.default(8080).describe('The port.'),
  RANGES: z
    .string()
    .default('10.0.0.0/8')
    .transform((text) => text.split(','))
    .describe('Addresses.'),
  NAME: z.string().optional().describe('The name.'),
});
const other = z.object({
  PORT: schema.shape.PORT,
  WORKERS: wholeNumber.default(4).describe('How many work.'),
});

describe('the printed settings', () => {
  it('include each description and the default of unset ones', () => {
    expect(settingsText([schema, other], {})).toBe(`# The database. Required.
DATABASE_URL=

# The port. Default: 8080
PORT=8080

# Addresses. Default: 10.0.0.0/8
RANGES=10.0.0.0/8

# The name.
NAME=

# How many work. Default: 4
WORKERS=4
`);
  });

  it('include set values, even invalid ones, but no secrets', () => {
    const text = settingsText([schema], { DATABASE_URL: 'postgres://me:secret@host/db', PORT: 'http' });
    expect(text).toContain('\nDATABASE_URL=(secret)\n');
    expect(text).toContain('# The port. Default: 8080\nPORT=http\n');
    expect(text).not.toContain('postgres://');
  });
});

describe('reading settings', () => {
  it('treats an empty variable as unset', () => {
    expect(readSettings(other, { PORT: '', WORKERS: '2' })).toEqual({ PORT: 8080, WORKERS: 2 });
  });

  it.each([
    [{}, 'DATABASE_URL is not set.'],
    [{ DATABASE_URL: 'x', PORT: '80a' }, 'PORT must be a whole number.'],
    [{ DATABASE_URL: 'x', PORT: '99999' }, 'PORT must be a port.'],
    [{ PORT: '-1' }, 'DATABASE_URL is not set. PORT must be a whole number.'],
  ])('names the faults of %j', (env, message) => {
    expect(() => readSettings(schema, env)).toThrow(message);
  });
});
