import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { useControlPlane } from '@gpulease/local/testing';
import { connect, type Cluster } from './cluster.ts';
import { configMaps, namespaces } from './core/definitions.ts';
import { startInformer } from './informer.ts';
import { eventually } from './testing/eventually.ts';
import { TcpProxy } from './testing/tcp-proxy.ts';

const controlPlane = useControlPlane();
const unavailable = { code: 503, reason: 'Unavailable' };
const timeout = { code: 504, reason: 'Timeout' };
let proxy: TcpProxy;
let cluster: Cluster;
/** Uses the same proxy with a short timeout. */
let hasty: Cluster;

beforeEach(async () => {
  proxy = await TcpProxy.start(controlPlane.apiUrl);
  const kubeconfig = proxy.writeKubeconfig(controlPlane.kubeconfig);
  cluster = connect({ kubeconfig });
  hasty = connect({ kubeconfig, requestTimeoutMs: 1_000 });
});
afterEach(async () => {
  await cluster.close();
  await hasty.close();
  await proxy.close();
});

describe('connections', () => {
  it('are reused by many calls', async () => {
    for (let call = 0; call < 50; call += 1) await cluster.resource(namespaces).list();
    expect(proxy.accepted).toBe(1);
  });

  it('stay few even with watches and many concurrent calls', async () => {
    const informers = Array.from({ length: 9 }, () => startInformer(cluster, configMaps));
    await Promise.all(informers.map(({ synced }) => synced));
    await Promise.all(Array.from({ length: 200 }, () => cluster.resource(namespaces).list()));
    expect(proxy.accepted).toBeLessThanOrEqual(3);
    await Promise.all(informers.map((informer) => informer.stop()));
    await cluster.resource(namespaces).list();
    expect(proxy.accepted).toBeLessThanOrEqual(3);
  });

  it('close with the cluster, and pending calls fail', async () => {
    const informer = startInformer(cluster, configMaps);
    await informer.synced;
    await cluster.close();
    await eventually(() => expect(proxy.open).toBe(0));
    await expect(cluster.resource(namespaces).list()).rejects.toMatchObject(unavailable);
    await informer.stop();
  });
});

describe('a failing network', () => {
  it('fails only pending calls when it resets connections', async () => {
    await cluster.resource(namespaces).list();
    proxy.cut();
    await eventually(() => cluster.resource(namespaces).list());
  });

  it('causes a Timeout when nothing answers', async () => {
    proxy.silent = true;
    await expect(hasty.resource(namespaces).list()).rejects.toMatchObject(timeout);
  });

  it('delays calls and watches only until the first timeout when it silently drops a connection', async () => {
    const informer = startInformer(hasty, configMaps);
    await informer.synced;
    proxy.blackhole();
    await expect(hasty.resource(namespaces).list()).rejects.toMatchObject(timeout);
    await eventually(() => hasty.resource(namespaces).list());
    const namespace = await controlPlane.uniqueNamespace();
    await eventually(() => hasty.resource(configMaps).apply(news(namespace), { fieldManager: 'test' }));
    await eventually(() => expect(informer.store.get({ namespace, name: 'news' })).toBeDefined());
    await informer.stop();
  });

  it('is reported in one sentence when nothing listens at the address', async () => {
    await proxy.close();
    await expect(cluster.resource(namespaces).list()).rejects.toMatchObject({
      ...unavailable,
      message: expect.stringMatching(
        /^The Kubernetes API at https:\/\/127\.0\.0\.1:\d+ cannot be reached: .*ECONNREFUSED/,
      ),
    });
    await proxy.reopen();
    await cluster.resource(namespaces).list();
  });
});

const news = (namespace: string) => ({ metadata: { name: 'news', namespace } });

describe('the certificate authority of the kubeconfig', () => {
  it('is reloaded when its file changes, and every server certificate is verified (Harvester CVE-2025-71261: TLS that verifies nothing)', async () => {
    const { kubeconfig, caFile, ca } = writeKubeconfigWithCaFile();
    const other = readFileSync(new URL('testing/other-ca.pem', import.meta.url), 'utf8');
    const renewed = connect({ kubeconfig });
    await renewed.resource(namespaces).list();
    writeFileSync(caFile, other);
    await eventually(() =>
      expect(renewed.resource(namespaces).list()).rejects.toMatchObject({
        ...unavailable,
        message: expect.stringContaining('unable to verify'),
      }),
    );
    writeFileSync(caFile, ca);
    await eventually(() => renewed.resource(namespaces).list());
    await renewed.close();
  });
});

/** Copies the administrator's kubeconfig, with the CA certificate in a file instead of inline. */
function writeKubeconfigWithCaFile(): { kubeconfig: string; caFile: string; ca: string } {
  const folder = dirname(controlPlane.kubeconfig);
  const text = readFileSync(controlPlane.kubeconfig, 'utf8');
  const [entry = '', data = ''] = /certificate-authority-data: *(\S+)/.exec(text) ?? [];
  const ca = Buffer.from(data, 'base64').toString();
  const id = randomUUID();
  const [kubeconfig, caFile] = [join(folder, `${id}.kubeconfig`), join(folder, `${id}.crt`)];
  writeFileSync(caFile, ca);
  writeFileSync(kubeconfig, text.replace(entry, `certificate-authority: ${id}.crt`), { mode: 0o600 });
  return { kubeconfig, caFile, ca };
}

describe('a WebSocket', () => {
  it('throws an ApiError when the API rejects it', async () => {
    const socket = cluster.websocket('/api/v1/namespaces/default/pods/none/exec?command=sh&stdout=true', [
      'v4.channel.k8s.io',
    ]);
    await expect(socket).rejects.toMatchObject({
      code: 404,
      reason: 'NotFound',
      message: expect.stringContaining('none'),
    });
  });

  it('throws Unavailable when the API server is down', async () => {
    await proxy.close();
    await expect(cluster.websocket('/api/v1/namespaces?watch=true')).rejects.toMatchObject(unavailable);
    await proxy.reopen();
  });
});
