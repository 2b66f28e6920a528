import { describe, expect, it } from '@jest/globals';
import { configMaps, leases, nodes } from './core/definitions.ts';
import { virtualMachines } from './kubevirt.ts';
import { apiVersionOf, objectKey, parseObjectKey, resourcePath, withoutEmpty } from './object.ts';

describe('paths', () => {
  it.each([
    ['all of a core kind', resourcePath(configMaps, {}), '/api/v1/configmaps'],
    ['one namespace', resourcePath(configMaps, { namespace: 'shop' }), '/api/v1/namespaces/shop/configmaps'],
    [
      'one object',
      resourcePath(leases, { namespace: 'a', name: 'b' }),
      '/apis/coordination.k8s.io/v1/namespaces/a/leases/b',
    ],
    [
      'one without a namespace',
      resourcePath(nodes, { namespace: 'ignored', name: 'gpu-1' }),
      '/api/v1/nodes/gpu-1',
    ],
    [
      'a name that needs escaping',
      resourcePath(configMaps, { namespace: 'a', name: 'x?y#z' }),
      '/api/v1/namespaces/a/configmaps/x%3Fy%23z',
    ],
  ])('%s', (_, path, expected) => {
    expect(path).toBe(expected);
  });

  it.each(['a/b', '..', '.', 'a%2fb'])('rejects a name that is not a single path segment: %s', (name) => {
    expect(() => resourcePath(configMaps, { namespace: 'shop', name })).toThrow('cannot be the name');
    expect(() => resourcePath(configMaps, { namespace: name })).toThrow('cannot be the name');
  });

  it('an apiVersion names the group unless it is the core group', () => {
    expect([apiVersionOf(configMaps), apiVersionOf(virtualMachines)]).toEqual(['v1', 'kubevirt.io/v1']);
  });
});

describe('keys', () => {
  it.each([
    [{ name: 'a' }, 'a'],
    [{ namespace: 'n', name: 'a' }, 'n/a'],
  ])('convert %j to %s and back', (ref, key) => {
    expect(objectKey(ref)).toBe(key);
    expect(parseObjectKey(key)).toEqual(ref);
  });
});

describe('withoutEmpty', () => {
  it.each([
    ['keeps defined values', { a: 0, b: '', c: false, d: null }, { a: 0, b: '', c: false, d: null }],
    ['omits undefined fields', { a: 1, b: undefined }, { a: 1 }],
    ['omits empty objects', { a: {}, b: { c: undefined } }, {}],
    ['omits objects that contain only empty objects', { a: { b: { c: {} } }, d: 1 }, { d: 1 }],
    ['keeps lists as they are', { a: [], b: [{}] }, { a: [], b: [{}] }],
  ])('%s', (_, value, expected) => {
    expect(withoutEmpty<object>(value)).toStrictEqual(expected);
  });
});
