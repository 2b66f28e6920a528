import { describe, expect, it } from '@jest/globals';
import type { ConfigMap } from './core/objects.ts';
import { IndexedStore } from './store.ts';

function aConfigMap(name: string, data: Record<string, string>): ConfigMap {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'shop' }, data };
}

function aStore(): IndexedStore<ConfigMap> {
  return new IndexedStore<ConfigMap>({
    colour: ({ data }) => (data?.colour === undefined ? [] : [data.colour]),
    letters: ({ metadata }) => metadata.name.split(''),
  });
}

describe('an indexed store', () => {
  it('finds objects by namespace and name', () => {
    const store = aStore();
    store.put(aConfigMap('ab', {}));
    expect(store.get({ namespace: 'shop', name: 'ab' })?.metadata.name).toBe('ab');
    expect(store.get({ namespace: 'other', name: 'ab' })).toBeUndefined();
    expect(store.size).toBe(1);
  });

  it('finds objects by each value of an index', () => {
    const store = aStore();
    store.put(aConfigMap('ab', { colour: 'red' }));
    store.put(aConfigMap('bc', { colour: 'red' }));
    expect(store.byIndex('colour', 'red').map(({ metadata }) => metadata.name)).toEqual(['ab', 'bc']);
    expect(store.byIndex('letters', 'c').map(({ metadata }) => metadata.name)).toEqual(['bc']);
    expect(store.byIndex('colour', 'blue')).toEqual([]);
  });

  it('moves a changed object to its new value of an index', () => {
    const store = aStore();
    store.put(aConfigMap('ab', { colour: 'red' }));
    store.put(aConfigMap('ab', { colour: 'blue' }));
    expect(store.byIndex('colour', 'red')).toEqual([]);
    expect(store.byIndex('colour', 'blue')).toHaveLength(1);
    expect(store.size).toBe(1);
  });

  it('removes a deleted object from every index', () => {
    const store = aStore();
    store.put(aConfigMap('ab', { colour: 'red' }));
    store.delete({ namespace: 'shop', name: 'ab' });
    store.delete({ namespace: 'shop', name: 'ab' });
    expect(store.list()).toEqual([]);
    expect(store.byIndex('colour', 'red')).toEqual([]);
  });

  it('throws on an unknown index', () => {
    expect(() => aStore().byIndex('size', 'big')).toThrow('no index size');
  });
});
