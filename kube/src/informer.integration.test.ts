import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startOwnControlPlane, type OwnControlPlane } from '@gpulease/local/testing';
import { connect, type Cluster } from './cluster.ts';
import { configMaps } from './core/definitions.ts';
import type { ConfigMap } from './core/objects.ts';
import { startInformer, type Informer } from './informer.ts';
import type { ResourceClient } from './resource-client.ts';
import { eventually } from './testing/eventually.ts';
import { TcpProxy } from './testing/tcp-proxy.ts';
import type { RequestReport } from './request.ts';

let controlPlane: OwnControlPlane;
/** Makes the changes, connected directly. */
let writer: Cluster;
let client: ResourceClient<ConfigMap>;
/** Runs the informer under test, through a network that can fail. */
let reader: Cluster;
let proxy: TcpProxy;
let reports: RequestReport[];
let namespace: string;
let informer: Informer<ConfigMap>;
let changes: string[];

beforeAll(async () => {
  controlPlane = await startOwnControlPlane();
  writer = connect({ kubeconfig: controlPlane.kubeconfig });
  client = writer.resource(configMaps);
});
afterAll(async () => {
  await writer.close();
  await controlPlane.stop();
});

beforeEach(async () => {
  namespace = await controlPlane.uniqueNamespace();
  proxy = await TcpProxy.start(controlPlane.apiUrl);
  reports = [];
  changes = [];
  reader = connect({
    kubeconfig: proxy.writeKubeconfig(controlPlane.kubeconfig),
    requestTimeoutMs: 4_000,
    onRequest: (report) => reports.push(report),
  });
});
afterEach(async () => {
  await informer.stop();
  await reader.close();
  await proxy.close();
});

/** Starts the informer with a watch that counts as dead after one idle second. */
async function follow(): Promise<void> {
  informer = startInformer(reader, configMaps, { namespace, idleMs: 1_000 });
  informer.onChange((key, before, after) => {
    const kind = before === undefined ? 'added' : after === undefined ? 'deleted' : 'changed';
    changes.push(`${kind} ${key.split('/')[1] ?? ''}`);
  });
  await informer.synced;
  changes = [];
}

function create(...names: string[]): Promise<unknown> {
  return Promise.all(names.map((name) => client.create({ metadata: { name, namespace }, data: { v: '1' } })));
}

function change(name: string): Promise<unknown> {
  return client.mergePatch({ namespace, name }, { data: { v: '2' } });
}

function remove(name: string): Promise<void> {
  return client.delete({ namespace, name });
}

function names(): string[] {
  return informer.store
    .list()
    .map(({ metadata }) => metadata.name)
    .sort();
}

function count(verb: string): number {
  return reports.filter((report) => report.verb === verb).length;
}

/** The number of successful lists. A server that is busy or has just started may fail some. */
function listed(): number {
  return reports.filter(({ verb, code }) => verb === 'list' && code === 200).length;
}

describe('an informer', () => {
  it('follows changes', async () => {
    await create('a', 'b');
    await follow();
    expect(names()).toEqual(['a', 'b']);
    await create('c');
    await change('a');
    await remove('b');
    await eventually(() => expect(changes).toEqual(['added c', 'changed a', 'deleted b']));
    expect(names()).toEqual(['a', 'c']);
    expect(informer.store.get({ namespace, name: 'a' })?.data).toEqual({ v: '2' });
  });

  it('resumes after a connection reset without listing again or reporting unchanged objects', async () => {
    await create('a', 'b');
    await follow();
    proxy.cut();
    await remove('a');
    await eventually(() => expect(changes).toEqual(['deleted a']));
    expect(listed()).toBe(1);
  });

  it('resumes after the network dropped all packets', async () => {
    await create('a', 'b');
    await follow();
    proxy.silent = true;
    await remove('a');
    await create('c');
    await eventually(() => expect(count('watch')).toBeGreaterThan(1));
    expect(changes).toEqual([]);
    proxy.silent = false;
    await eventually(() => expect(changes).toEqual(['deleted a', 'added c']));
    expect(listed()).toBe(1);
  });

  it('catches up after the API server was killed and restarted', async () => {
    await create('a', 'b');
    await follow();
    await controlPlane.killApiServer();
    await eventually(() => expect(reports.some(({ code }) => code === 0)).toBe(true));
    expect(names()).toEqual(['a', 'b']);
    await controlPlane.startApiServer();
    await eventually(() => remove('a'));
    await create('c');
    await eventually(() => expect(changes).toEqual(['deleted a', 'added c']));
  });

  it('relists when etcd has compacted its revision, and reports every change in between', async () => {
    await create('kept', 'changed', 'deleted', 'replaced');
    await follow();
    proxy.silent = true;
    await change('changed');
    await remove('deleted');
    await remove('replaced');
    await create('added', 'replaced');
    await controlPlane.compactEtcd();
    await controlPlane.killApiServer();
    await controlPlane.startApiServer();
    proxy.silent = false;
    const expected = [
      'added added',
      'added replaced',
      'changed changed',
      'deleted deleted',
      'deleted replaced',
    ];
    await eventually(() => expect([...changes].sort()).toEqual(expected));
    expect(names()).toEqual(['added', 'changed', 'kept', 'replaced']);
    expect(listed()).toBe(2);
  }, 300_000);

  it('reads five thousand objects in pages and follows a thousand changes', async () => {
    const all = Array.from({ length: 5_000 }, (_, index) => `object-${index}`);
    for (let start = 0; start < all.length; start += 250) await create(...all.slice(start, start + 250));
    const began = performance.now();
    await follow();
    const listedMs = performance.now() - began;
    expect(informer.store.size).toBe(5_000);
    expect(listed()).toBe(10);
    for (let start = 0; start < 1_000; start += 250)
      await Promise.all(all.slice(start, start + 250).map(change));
    await eventually(() => expect(changes).toHaveLength(1_000));
    expect(listedMs).toBeLessThan(60_000);
  }, 300_000);
});
