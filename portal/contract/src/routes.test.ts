import { describe, expect, it } from '@jest/globals';
import { endpoints, operationIds, pathOf } from './endpoints.ts';
import { routes, type Route } from './routes.ts';

const all: Route[] = operationIds.map((id) => routes[id]);

describe('routes', () => {
  it('are unique by method and path', () => {
    const places = all.map(({ method, path }) => `${method} ${path.replace(/:\w+/g, ':')}`);
    expect(new Set(places).size).toBe(places.length);
  });

  it.each(all.map((route) => [route.operationId, route] as const))(
    '%s declares its parameters',
    (_, route) => {
      const inPath = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name);
      expect(Object.keys(route.params?.shape ?? {}).sort()).toEqual(inPath.sort());
    },
  );

  it('belong to the console that their path names', () => {
    for (const { path, console, operationId } of all) {
      const isAdminPath = path.startsWith('/admin/') && !path.startsWith('/admin/auth/');
      expect([operationId, console === 'admin']).toEqual([operationId, isAdminPath]);
    }
  });

  it('sort lists only by declared fields (kysely CVE-2026-32763, CVE-2026-44635, drizzle CVE-2026-39356)', () => {
    for (const { query } of all.filter(({ kind }) => kind === 'list'))
      expect(query?.safeParse({ sort: "name'; DROP TABLE wallet" }).success).toBe(false);
  });

  it('limit list pages to 100 items', () => {
    for (const route of all.filter(({ kind }) => kind === 'list')) {
      expect(route.query?.safeParse({ pageSize: '101' }).success).toBe(false);
      expect(route.query?.safeParse({ pageSize: '100', page: '2' }).success).toBe(true);
    }
  });

  it('declare how changes are audited', () => {
    const unsaid = all.filter(({ method, audit }) => (method === 'GET') !== (audit === undefined));
    expect(unsaid.map(({ operationId }) => operationId)).toEqual([]);
  });

  it('refuse unknown query parameters, except from an identity provider', () => {
    for (const route of all.filter(({ query, path }) => query && !path.endsWith('/oidc/callback'))) {
      expect(route.query?.safeParse({ nonsense: 'x' }).success).toBe(false);
    }
  });
});

describe('pathOf', () => {
  it('fills in and escapes parameters', () => {
    expect(pathOf('getAnyWorkload', { user: 'a b', name: '../x' })).toBe(
      '/api/v1/admin/workloads/a%20b/..%2Fx',
    );
  });

  it('knows every operation', () => {
    for (const id of operationIds) expect(pathOf(id)).toMatch(/^\/api\/v1\//);
    expect(operationIds.length).toBe(Object.keys(endpoints).length);
  });
});
