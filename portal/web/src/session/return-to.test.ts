import { expect, it } from '@jest/globals';
import { loginPath, ownPath } from './return-to.ts';

const own: [string, string][] = [
  ['/workloads', '/workloads'],
  ['/workloads?page=2&status=RUNNING#top', '/workloads?page=2&status=RUNNING#top'],
  ['/workloads/a.b-c', '/workloads/a.b-c'],
  ['/a/../billing', '/billing'],
];

it.each(own)('returns to our own path %s', (given, path) => {
  expect(ownPath(given)).toBe(path);
});

const foreign = [
  null,
  '',
  'workloads',
  'https://evil.example',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  ' //evil.example',
  '/%2f%2fevil.example',
  '/%5cevil.example',
  '/.//evil.example',
  '/..//evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
];

it.each(foreign)('does not return to %j (Horizon CVE-2020-29565: open redirect)', (given) => {
  expect(ownPath(given)).toBeUndefined();
});

it('returns to our own path in browsers without URL.parse, from before 2024', () => {
  const parse = Object.getOwnPropertyDescriptor(URL, 'parse')?.value as unknown;
  Object.assign(URL, { parse: undefined });
  try {
    expect(ownPath('/workloads')).toBe('/workloads');
  } finally {
    Object.assign(URL, { parse });
  }
});

it('passes the page to return to in the sign-in link', () => {
  expect(loginPath('user', '/billing?type=RECHARGE')).toBe('/login?returnTo=%2Fbilling%3Ftype%3DRECHARGE');
  expect(loginPath('admin', '/admin/users')).toBe('/admin/login?returnTo=%2Fadmin%2Fusers');
});
