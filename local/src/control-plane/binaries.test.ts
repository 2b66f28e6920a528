import { describe, expect, it } from '@jest/globals';
import { cacheFolder, chooseSource, locate, type Circumstances, type BinariesSource } from './binaries.ts';

describe('the source of missing programs', () => {
  const cases: [string, Partial<Circumstances>, BinariesSource][] = [
    ['nothing, when all are there', { missing: [] }, 'nothing missing'],
    ['the official downloads, although Go is there', {}, 'download'],
    ['a build, when downloads cannot be reached', { downloadable: false }, 'build'],
    ['nowhere, without downloads and without Go', { downloadable: false, goFound: false }, 'impossible'],
  ];
  it.each(cases)('%s', (_, circumstances, source) => {
    const usual: Circumstances = { missing: ['etcd'], downloadable: true, goFound: true };
    expect(chooseSource({ ...usual, ...circumstances })).toBe(source);
  });
});

describe('locating a program', () => {
  it('takes the first folder that has it', () => {
    const exists = (path: string): boolean => path.startsWith('/assets') || path.startsWith('/cache');
    expect(locate('etcd', ['/assets', '/cache'], exists)).toBe('/assets/etcd');
  });

  it('finds in the cache what the assets folder lacks', () => {
    expect(locate('kwok', ['/assets', '/cache'], (path) => path === '/cache/kwok')).toBe('/cache/kwok');
  });

  it('finds nothing in empty folders', () => {
    expect(locate('kwok', ['/assets', '/cache'], () => false)).toBeUndefined();
  });
});

it('keeps programs by version in the cache folder that the user chose', () => {
  const env = { XDG_CACHE_HOME: '/fast' };
  expect(cacheFolder('kwok', env)).toBe('/fast/gpulease/control-plane/v1.36.3');
  expect(cacheFolder('kubelet', env)).toBe('/fast/gpulease/control-plane/v1.36.3');
  expect(cacheFolder('kube-router', env)).toBe('/fast/gpulease/kube-router/v2.1.0');
  expect(cacheFolder('victoria-metrics', env)).toBe('/fast/gpulease/victoria-metrics/v1.148.0');
  expect(cacheFolder('vmalert-tool', env)).toBe('/fast/gpulease/victoria-metrics/v1.148.0');
});
