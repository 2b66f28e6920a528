import { describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { endpointTableText } from './endpoint-table-text.ts';
import type { OperationId } from './endpoints.ts';
import { openApiDocument } from './openapi.ts';
import { routes, type Route } from './routes.ts';

interface WithParameters {
  readonly parameters: readonly { readonly name: string; readonly required: boolean }[];
}

interface Described {
  readonly operationId: OperationId;
  readonly security: readonly object[];
}

describe('endpoint-table.ts', () => {
  it('matches the operations (otherwise run `npm run generate -w @gpulease/contract`)', async () => {
    const checkedIn = await readFile(new URL('endpoint-table.ts', import.meta.url), 'utf8');
    expect(checkedIn).toBe(endpointTableText());
  });
});

describe('openapi.json', () => {
  it('matches the contract (otherwise run `npm run generate -w @gpulease/contract`)', async () => {
    const checkedIn: unknown = JSON.parse(
      await readFile(new URL('../openapi.json', import.meta.url), 'utf8'),
    );
    expect(checkedIn).toEqual(JSON.parse(JSON.stringify(openApiDocument())));
  });

  it('has no dangling references', () => {
    const { components } = openApiDocument() as { components: { schemas: object } };
    const references = JSON.stringify(openApiDocument()).matchAll(/"#\/components\/schemas\/(\w+)"/g);
    const names = new Set([...references].map(([, name]) => name));
    expect(names.size).toBeGreaterThan(40);
    expect([...names].filter((name = '') => !(name in components.schemas))).toEqual([]);
  });

  it('marks required parameters', () => {
    const { paths } = openApiDocument() as { paths: Record<string, Record<string, WithParameters>> };
    const required = (path: string) =>
      paths[path]?.get?.parameters.filter(({ required }) => required).map(({ name }) => name);
    expect(required('/workload-gauges')).toEqual(['uids']);
    expect(required('/workloads/{name}')).toEqual(['name']);
    expect(required('/workloads')).toEqual([]);
  });

  it('lists an API token where a user’s session or a token with the scope is accepted', () => {
    const { paths } = openApiDocument() as { paths: Record<string, Record<string, Described>> };
    const described = Object.values(paths).flatMap((path) => Object.values(path));
    const ways = Object.fromEntries(described.map(({ operationId, security }) => [operationId, security]));
    expect(ways.listWorkloads).toEqual([{ user: [] }, { apiToken: ['READ'] }]);
    expect(ways.createWorkload).toEqual([{ user: [] }, { apiToken: ['WRITE'] }]);
    expect(ways.changePassword).toEqual([{ user: [] }]);
    expect(ways.listUsers).toEqual([{ admin: [] }]);
    expect(ways.listCatalogueSkus).toEqual([]);
    const taking = described.filter(({ security }) => security.some((way) => 'apiToken' in way));
    expect(taking.every(({ operationId }) => (routes[operationId] as Route).token)).toBe(true);
  });
});
