import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { connect, type Cluster } from './cluster.ts';
import { configMaps } from './core/definitions.ts';
import { ScriptedServer, type Responder } from './testing/scripted-server.ts';
import type { RequestReport } from './request.ts';

let server: ScriptedServer;
let cluster: Cluster;

beforeEach(async () => {
  server = await ScriptedServer.start();
});
afterEach(async () => {
  await cluster.close();
  server.stop();
});

/** Responds `429 Retry-After: 0.05` this many times, and then with an object. */
function busy(times: number): Responder {
  return (_, response) => {
    if (server.requests.length > times) response.end('{"metadata":{"name":"a"}}');
    else
      response
        .writeHead(429, { 'retry-after': '0.05' })
        .end('{"code":429,"reason":"TooManyRequests","message":"busy"}');
  };
}

const ref = { namespace: 'n', name: 'a' };

describe('a busy API server', () => {
  beforeEach(() => {
    cluster = connect({ kubeconfig: server.writeKubeconfig(), requestTimeoutMs: 20_000 });
  });

  it('is called again after its Retry-After', async () => {
    server.answer = busy(2);
    await cluster.resource(configMaps).get(ref);
    await cluster.resource(configMaps).mergePatch(ref, { data: {} });
    expect(server.requests.map(({ method }) => method)).toEqual(['GET', 'GET', 'GET', 'PATCH']);
  });

  it('gets no second create, because the first may have succeeded', async () => {
    server.answer = busy(1);
    await expect(cluster.resource(configMaps).create({ metadata: ref })).rejects.toMatchObject({
      code: 429,
      message: 'busy',
    });
    expect(server.requests).toHaveLength(1);
  });

  it('is not retried beyond a few attempts', async () => {
    server.answer = busy(100);
    await expect(cluster.resource(configMaps).get(ref)).rejects.toMatchObject({ code: 429 });
    expect(server.requests).toHaveLength(6);
  });

  it('is not retried when its Retry-After exceeds the deadline', async () => {
    server.answer = (_, response) => response.writeHead(429, { 'retry-after': '30' }).end();
    await expect(cluster.resource(configMaps).get(ref)).rejects.toMatchObject({
      details: { retryAfterSeconds: 30 },
    });
    expect(server.requests).toHaveLength(1);
  });
});

describe('an API server that hangs', () => {
  const timeout = { code: 504, reason: 'Timeout' };
  const reports: RequestReport[] = [];

  beforeEach(() => {
    const onRequest = (report: RequestReport): number => reports.push(report);
    cluster = connect({ kubeconfig: server.writeKubeconfig(), requestTimeoutMs: 2_000, onRequest });
  });

  it('before the response causes a Timeout', async () => {
    server.answer = () => undefined;
    await expect(cluster.resource(configMaps).get(ref)).rejects.toMatchObject(timeout);
    expect(reports.at(-1)).toMatchObject({ verb: 'get', resource: 'configmaps', code: 0 });
  });

  it('in the middle of a response causes a Timeout', async () => {
    server.answer = (_, response) => response.write('{"metadata":');
    await expect(cluster.resource(configMaps).get(ref)).rejects.toMatchObject(timeout);
  });

  it('at the start of a watch causes a Timeout', async () => {
    server.answer = () => undefined;
    await expect(cluster.resource(configMaps).watch({ resourceVersion: '1' })).rejects.toMatchObject(timeout);
  });

  it('in the middle of a watch causes a Timeout after the idle timeout', async () => {
    server.answer = (_, response) =>
      response.write('{"type":"BOOKMARK","object":{"metadata":{"resourceVersion":"7"}}}\n');
    const watch = await cluster.resource(configMaps).watch({ resourceVersion: '1', idleMs: 2_000 });
    expect((await watch.next()).value).toEqual({ type: 'BOOKMARK', resourceVersion: '7' });
    await expect(watch.next()).rejects.toMatchObject(timeout);
  });
});

it('returns the requested part of a container log as plain text', async () => {
  cluster = connect({ kubeconfig: server.writeKubeconfig() });
  server.answer = (_, response) => response.end('[ 1.0] {\r\nlogin: ');
  const part = { container: 'guest-console-log', tailLines: 9, limitBytes: 2048 };
  await expect(cluster.readLog(ref, part)).resolves.toBe('[ 1.0] {\r\nlogin: ');
  expect(server.requests.map(({ url }) => url)).toEqual([
    '/api/v1/namespaces/n/pods/a/log?container=guest-console-log&tailLines=9&limitBytes=2048',
  ]);
});

describe('a watch', () => {
  beforeEach(() => {
    cluster = connect({ kubeconfig: server.writeKubeconfig() });
  });

  it('throws an error event that arrives in the middle', async () => {
    server.answer = (_, response) =>
      response.end('{"type":"ERROR","object":{"code":410,"reason":"Expired","message":"too old"}}\n');
    const watch = await cluster.resource(configMaps).watch({ resourceVersion: '1' });
    await expect(watch.next()).rejects.toMatchObject({ code: 410, reason: 'Expired' });
  });

  it('throws Unavailable when its connection breaks', async () => {
    server.answer = (_, response) => {
      response.write('{"type":"BOOKMARK","object":{"metadata":{"resourceVersion":"7"}}}\n', () =>
        response.destroy(),
      );
    };
    const watch = await cluster.resource(configMaps).watch({ resourceVersion: '1' });
    await watch.next();
    await expect(watch.next()).rejects.toMatchObject({ code: 503, reason: 'Unavailable' });
  });

  it('requests bookmarks and a timeout, and ends without an error when aborted', async () => {
    server.answer = (_, response) => response.flushHeaders();
    const stop = new AbortController();
    const watch = await cluster
      .resource(configMaps)
      .watch({ namespace: 'n', resourceVersion: '7', signal: stop.signal });
    const query = new URL(server.requests[0]?.url ?? '', 'http://a').searchParams;
    expect(Object.fromEntries(query)).toEqual({
      watch: 'true',
      allowWatchBookmarks: 'true',
      timeoutSeconds: '290',
      resourceVersion: '7',
    });
    const next = watch.next();
    stop.abort();
    expect(await next).toMatchObject({ done: true });
  });
});

describe('the caller', () => {
  it('is named in the user agent', async () => {
    server.answer = busy(0);
    cluster = connect({ kubeconfig: server.writeKubeconfig(), userAgent: 'gpulease-operator' });
    await cluster.resource(configMaps).get(ref);
    expect(server.requests[0]?.headers['user-agent']).toBe('gpulease-operator');
  });

  it('authenticates with the token file of the kubeconfig, and reloads a renewed token', async () => {
    server.answer = busy(0);
    writeFileSync(join(server.folder, 'token'), 'old');
    cluster = connect({ kubeconfig: server.writeKubeconfig({ tokenFile: 'token' }) });
    await cluster.resource(configMaps).get(ref);
    writeFileSync(join(server.folder, 'token'), 'new');
    jest.useFakeTimers({ now: Date.now() + 61_000, doNotFake: [...everythingButDate] });
    await cluster.resource(configMaps).get(ref);
    jest.useRealTimers();
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer old', 'Bearer new']);
  });

  it('authenticates with name and password', async () => {
    server.answer = busy(0);
    cluster = connect({ kubeconfig: server.writeKubeconfig({ username: 'mei', password: 'a:b' }) });
    await cluster.resource(configMaps).get(ref);
    const basic = Buffer.from('mei:a:b').toString('base64');
    expect(server.requests[0]?.headers.authorization).toBe(`Basic ${basic}`);
  });

  it('authenticates with the output of the plugin in the kubeconfig', async () => {
    server.answer = busy(0);
    const apiVersion = 'client.authentication.k8s.io/v1';
    const printed = { apiVersion, kind: 'ExecCredential', status: { token: 'printed' } };
    const args = ['-e', `console.log(${JSON.stringify(JSON.stringify(printed))})`];
    const exec = { apiVersion, command: process.execPath, args, interactiveMode: 'Never' };
    cluster = connect({ kubeconfig: server.writeKubeconfig({ exec }) });
    await cluster.resource(configMaps).get(ref);
    expect(server.requests[0]?.headers.authorization).toBe('Bearer printed');
  });
});

const everythingButDate = [
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
  'setTimeout',
  'clearTimeout',
] as const;
