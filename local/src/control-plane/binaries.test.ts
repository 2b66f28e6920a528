import { describe, expect, it } from '@jest/globals';
import { cacheFolder, chooseSource, locate, type Circumstances, type BinariesSource } from './binaries.ts';

describe('the source of missing programs', () => {
  const cases: [string, Partial<Circumstances>, BinariesSource][] = [
    ['nothing when no program is missing', { missing: [] }, 'nothing missing'],
    ['the official downloads, even with Go installed', {}, 'download'],
    ['a build when downloads are unreachable', { downloadable: false }, 'build'],
    ['none without downloads and Go', { downloadable: false, goFound: false }, 'impossible'],
  ];
  it.each(cases)('%s', (_, circumstances, source) => {
    const usual: Circumstances = { missing: ['etcd'], downloadable: true, goFound: true };
    expect(chooseSource({ ...usual, ...circumstances })).toBe(source);
  });
});

describe('locating a program', () => {
  it('searches the folders in order', () => {
    const exists = (path: string): boolean => path.startsWith('/assets') || path.startsWith('/cache');
    expect(locate('etcd', ['/assets', '/cache'], exists)).toBe('/assets/etcd');
  });

  it('falls back to the cache', () => {
    expect(locate('kwok', ['/assets', '/cache'], (path) => path === '/cache/kwok')).toBe('/cache/kwok');
  });

  it('finds nothing in empty folders', () => {
    expect(locate('kwok', ['/assets', '/cache'], () => false)).toBeUndefined();
  });
});

it('caches programs by version under XDG_CACHE_HOME', () => {
  const env = { XDG_CACHE_HOME: '/fast' };
  expect(cacheFolder('kwok', env)).toBe('/fast/gpulease/control-plane/v1.36.3');
  expect(cacheFolder('kubelet', env)).toBe('/fast/gpulease/control-plane/v1.36.3');
  expect(cacheFolder('kube-router', env)).toBe('/fast/gpulease/kube-router/v2.1.0');
  expect(cacheFolder('victoria-metrics', env)).toBe('/fast/gpulease/victoria-metrics/v1.148.0');
  expect(cacheFolder('vmalert-tool', env)).toBe('/fast/gpulease/victoria-metrics/v1.148.0');
});
