import { describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { openApiDocument } from './openapi.ts';

describe('openapi.json', () => {
  it('is what the contract generates (else run `npm run generate -w @gpulease/contract`)', async () => {
    const checkedIn: unknown = JSON.parse(
      await readFile(new URL('../openapi.json', import.meta.url), 'utf8'),
    );
    expect(checkedIn).toEqual(JSON.parse(JSON.stringify(openApiDocument())));
  });
});
