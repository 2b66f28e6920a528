import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ServerResponse } from 'node:http';
import { connect, type Cluster } from './cluster.ts';
import { configMaps } from './core/definitions.ts';
import { startInformer, type Informer } from './informer.ts';
import type { ApiObject } from './object.ts';
import { eventually } from './testing/eventually.ts';
import { notes } from './testing/notes-crd.ts';
import { FakeClock } from './testing/fake-clock.ts';
import { RecordingLogger } from './testing/recording-logger.ts';
import { ScriptedServer } from './testing/scripted-server.ts';

let server: ScriptedServer;
let cluster: Cluster;
let clock: FakeClock;
let logger: RecordingLogger;
let informer: Informer<ApiObject>;

beforeEach(async () => {
  server = await ScriptedServer.start();
  cluster = connect({ kubeconfig: server.writeKubeconfig() });
  clock = new FakeClock();
  logger = new RecordingLogger();
});
afterEach(async () => {
  await informer.stop();
  await cluster.close();
  server.stop();
});

function aList(...names: string[]): string {
  const items = names.map((name) => ({
    metadata: { name, namespace: 'n', uid: name, resourceVersion: '1' },
  }));
  return JSON.stringify({ metadata: { resourceVersion: '5' }, items });
}

function anEvent(type: string, name: string, resourceVersion: string): string {
  return `${JSON.stringify({ type, object: { metadata: { name, namespace: 'n', uid: name, resourceVersion } } })}\n`;
}

function requestsFor(what: 'list' | 'watch'): number {
  return server.requests.filter(({ url = '' }) => url.includes('watch=true') === (what === 'watch')).length;
}

/** Resolves when the informer is backing off. */
function waits(): Promise<void> {
  return eventually(() => expect(clock.pending).toBe(1));
}

it('backs off from a server that ends every watch immediately', async () => {
  server.answer = ({ url = '' }, response) =>
    response.end(url.includes('watch') ? anEvent('MODIFIED', 'a', '6') : aList('a'));
  informer = startInformer(cluster, configMaps, { clock });
  for (const [watches, pause] of [500, 1_000, 2_000, 4_000].entries()) {
    await waits();
    expect(requestsFor('watch')).toBe(watches + 1);
    clock.advance(pause);
  }
  expect(requestsFor('list')).toBe(1);
});

it('retries a failing server at least every ten seconds', async () => {
  server.answer = (_, response) =>
    response.writeHead(500).end('{"code":500,"reason":"InternalError","message":"etcd is gone"}');
  informer = startInformer(cluster, configMaps, { clock, logger });
  for (let attempt = 1; attempt <= 20; attempt += 1) {
    await waits();
    expect(requestsFor('list')).toBe(attempt);
    if (attempt < 20) clock.advance(10_000);
  }
  expect(informer.hasSynced).toBe(false);
  server.answer = ({ url = '' }, response) =>
    url.includes('watch') ? response.flushHeaders() : response.end(aList('a'));
  clock.advance(10_000);
  await informer.synced;
  expect(informer.store.list()).toHaveLength(1);
  expect(logger.messages('warn')).toContain('Could not list or watch, retrying');
});

it('logs the start and the end of an outage once each when the connection has a logger', async () => {
  server.answer = (request) => request.destroy();
  const telling = connect({ kubeconfig: server.writeKubeconfig(), logger });
  informer = startInformer(telling, configMaps, { clock, logger });
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    await waits();
    if (attempt < 5) clock.advance(10_000);
  }
  server.answer = ({ url = '' }, response) =>
    url.includes('watch') ? response.flushHeaders() : response.end(aList('a'));
  clock.advance(10_000);
  await informer.synced;
  const told = logger.lines.filter(({ level }) => level !== 'debug');
  expect(told.map(({ level, message }) => `${level} ${message}`)).toEqual([
    'warn The API server is unreachable; waiting for it',
    'info The API server is reachable again',
  ]);
  await informer.stop();
  await telling.close();
});

it('relists about every hour, to find changes that a watch missed', async () => {
  let names = ['a'];
  let watch: ServerResponse | undefined;
  server.answer = ({ url = '' }, response) => {
    if (!url.includes('watch')) return response.end(aList(...names));
    watch = response;
    return response.flushHeaders();
  };
  const endWatch = async () => {
    await eventually(() => expect(watch).toBeDefined());
    watch?.end();
    watch = undefined;
  };
  informer = startInformer(cluster, configMaps, { clock });
  await informer.synced;
  const told: unknown[] = [];
  informer.onChange((key, before, after) => told.push([key, before !== undefined, after !== undefined]));
  names = ['b'];
  for (const [minutes, lists] of [
    [50, 1],
    [20, 2],
  ] as const) {
    await eventually(() => expect(watch).toBeDefined());
    clock.advance(minutes * 60_000);
    await endWatch();
    await eventually(() => expect(watch).toBeDefined());
    expect(requestsFor('list')).toBe(lists);
  }
  expect(told).toEqual([
    ['n/a', true, false],
    ['n/b', false, true],
  ]);
});

it('reports how long it has been without a watch', async () => {
  let watch: ServerResponse | undefined;
  server.answer = ({ url = '' }, response) => {
    if (!url.includes('watch')) return response.end(aList('a'));
    watch = response;
    return response.flushHeaders();
  };
  informer = startInformer(cluster, configMaps, { clock });
  await informer.synced;
  await eventually(() => expect([watch === undefined, informer.disconnectedMs]).toEqual([false, 0]));
  server.answer = (_, response) => response.writeHead(500).end();
  watch?.destroy();
  await waits();
  clock.advance(400);
  expect(informer.disconnectedMs).toBe(400);
});

describe('a kind that may be missing', () => {
  /** The API server's response to a read of the kind's CustomResourceDefinition. */
  const missing = '{"code":404,"reason":"NotFound","details":{"name":"notes.test.gpulease.dev"}}';
  const unknownPath = '404 page not found';

  const answerWith = (definition: string): void => {
    server.answer = ({ url = '' }, response) =>
      response.writeHead(404).end(url.includes('customresourcedefinitions') ? definition : unknownPath);
  };

  it('counts as synced without objects, and is watched once it is installed', async () => {
    answerWith(missing);
    const served: boolean[] = [];
    const ofNotes = startInformer(cluster, notes, { clock, logger, mayBeMissing: true });
    ofNotes.onServedChange(() => served.push(ofNotes.isServed));
    informer = ofNotes;
    await informer.synced;
    await waits();
    expect(informer.store.list()).toEqual([]);
    expect(informer.disconnectedMs).toBe(0);
    server.answer = ({ url = '' }, response) =>
      url.includes('watch') ? response.flushHeaders() : response.end(aList('a'));
    clock.advance(5_000);
    await eventually(() => expect(informer.store.list()).toHaveLength(1));
    expect(served).toEqual([false, true]);
  });

  it('does not count as missing while a starting API server serves no kinds at all', async () => {
    answerWith(unknownPath);
    informer = startInformer(cluster, notes, { clock, logger, mayBeMissing: true });
    await waits();
    expect(informer.hasSynced).toBe(false);
    expect(informer.isServed).toBe(true);
  });
});

describe('stopping', () => {
  it('aborts a pending list and opens no watch', async () => {
    let closed = false;
    server.answer = (request) => request.on('close', () => (closed = true));
    informer = startInformer(cluster, configMaps);
    await eventually(() => expect(requestsFor('list')).toBe(1));
    await informer.stop();
    await eventually(() => expect(closed).toBe(true));
    await expect(informer.synced).rejects.toThrow('informer of configmaps was stopped');
    expect(server.requests).toHaveLength(1);
  });

  it('ends an open watch', async () => {
    let closed = false;
    server.answer = (request, response) => {
      if (!request.url?.includes('watch')) return response.end(aList('a'));
      request.on('close', () => (closed = true));
      return response.flushHeaders();
    };
    informer = startInformer(cluster, configMaps);
    await eventually(() => expect(requestsFor('watch')).toBe(1));
    await informer.stop();
    await eventually(() => expect(closed).toBe(true));
  });

  it('ends the backoff between two attempts', async () => {
    server.answer = (_, response) => response.writeHead(500).end();
    informer = startInformer(cluster, configMaps, { clock });
    await waits();
    await informer.stop();
    expect(clock.pending).toBe(0);
  });
});

it('calls handlers with the old and new object, but not for unchanged objects', async () => {
  const events = ['ADDED b 6', 'MODIFIED a 1', 'MODIFIED a 7', 'DELETED b 8', 'DELETED c 9'];
  server.answer = ({ url = '' }, response) => {
    if (!url.includes('watch')) return response.end(aList('a'));
    for (const [type = '', name = '', version = ''] of events.map((event) => event.split(' '))) {
      response.write(anEvent(type, name, version));
    }
    return undefined;
  };
  const changes: unknown[] = [];
  informer = startInformer(cluster, configMaps);
  informer.onChange((key, before, after) => {
    changes.push([key, before?.metadata.resourceVersion, after?.metadata.resourceVersion]);
  });
  await eventually(() => expect(changes).toHaveLength(4));
  expect(changes).toEqual([
    ['n/a', undefined, '1'],
    ['n/b', undefined, '6'],
    ['n/a', '1', '7'],
    ['n/b', '6', undefined],
  ]);
});

it('exposes the resource version of the list, then of the newest change, including deletions', async () => {
  let watch: ServerResponse | undefined;
  server.answer = ({ url = '' }, response) => {
    if (!url.includes('watch')) return response.end(aList('a'));
    watch = response;
    return response.flushHeaders();
  };
  informer = startInformer(cluster, configMaps);
  expect(informer.resourceVersion).toBeUndefined();
  await informer.synced;
  expect(informer.resourceVersion).toBe('5');
  await eventually(() => expect(watch).toBeDefined());
  watch?.write(anEvent('MODIFIED', 'a', '9'));
  await eventually(() => expect(informer.resourceVersion).toBe('9'));
  watch?.write(anEvent('DELETED', 'a', '10'));
  await eventually(() => expect(informer.resourceVersion).toBe('10'));
});

it('logs a handler that throws or rejects, and continues', async () => {
  server.answer = ({ url = '' }, response) =>
    url.includes('watch') ? response.flushHeaders() : response.end(aList('a', 'b'));
  const seen: string[] = [];
  informer = startInformer(cluster, configMaps, { logger });
  informer.onChange(() => {
    throw new Error('broken');
  });
  const rejecting: unknown = () => Promise.reject(new Error('broken later'));
  informer.onChange(rejecting as () => void);
  const unsubscribe = informer.onChange((key) => seen.push(key));
  await informer.synced;
  expect(seen).toEqual(['n/a', 'n/b']);
  await eventually(() => expect(logger.messages('error')).toHaveLength(4));
  unsubscribe();
});
