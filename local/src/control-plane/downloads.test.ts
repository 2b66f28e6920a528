import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { artifactOf, digestOfAsset, download, downloadsReachable, type Hosts } from './downloads.ts';

const content = '#!/bin/sh\necho kubectl\n';
const checksum = createHash('sha512').update(content).digest('hex');

let folder: string;
let server: Server;
let hosts: Hosts;
let published: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gpulease-downloads-'));
  published = checksum;
  server = createServer((request, response) => {
    response.end(request.url?.endsWith('.sha512') ? `${published}\n` : content);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  hosts = { kubernetes: url, github: url, githubApi: url };
});

afterEach(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('downloading a program', () => {
  it('installs it in the folder when its checksum matches the published one', async () => {
    await download('kubectl', folder, () => undefined, hosts);
    expect(readFileSync(join(folder, 'kubectl'), 'utf8')).toBe(content);
  });

  it('leaves nothing behind on a checksum mismatch', async () => {
    published = checksum.replace(/^./, (digit) => (digit === '0' ? '1' : '0'));
    await expect(download('kubectl', folder, () => undefined, hosts)).rejects.toThrow('is published');
    expect(readdirSync(folder)).toEqual([]);
  });
});

it('detects an unreachable host', async () => {
  server.close();
  expect(await downloadsReachable(hosts)).toBe(false);
});

it('knows where each project publishes', () => {
  expect(artifactOf('kube-apiserver', 'arm64').url).toBe(
    'https://dl.k8s.io/v1.36.3/bin/linux/arm64/kube-apiserver',
  );
  expect(artifactOf('etcd', 'amd64')).toMatchObject({
    url: 'https://github.com/etcd-io/etcd/releases/download/v3.6.8/etcd-v3.6.8-linux-amd64.tar.gz',
    member: 'etcd-v3.6.8-linux-amd64/etcd',
  });
  expect(artifactOf('kwok', 'amd64').url).toBe(
    'https://github.com/kubernetes-sigs/kwok/releases/download/v0.8.0/kwok-linux-amd64',
  );
  expect(artifactOf('victoria-metrics', 'amd64')).toMatchObject({
    url: 'https://github.com/VictoriaMetrics/VictoriaMetrics/releases/download/v1.148.0/victoria-metrics-linux-amd64-v1.148.0.tar.gz',
    member: 'victoria-metrics-prod',
  });
  expect(artifactOf('vmalert-tool', 'amd64')).toMatchObject({
    url: 'https://github.com/VictoriaMetrics/VictoriaMetrics/releases/download/v1.148.0/vmutils-linux-amd64-v1.148.0.tar.gz',
    member: 'vmalert-tool-prod',
  });
});

it('reads the digest of a file from the description of a release', () => {
  const release = JSON.stringify({
    assets: [{ name: 'a' }, { name: 'kwok-linux-amd64', digest: 'sha256:ab12' }],
  });
  expect(digestOfAsset(release, 'kwok-linux-amd64')).toBe('ab12');
  expect(digestOfAsset(release, 'a')).toBeUndefined();
});
