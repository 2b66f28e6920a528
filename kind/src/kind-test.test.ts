import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';

const script = join(import.meta.dirname, 'test.ts');
const standIn = join(import.meta.dirname, 'testing/kubectl.ts');
const { execPath } = process;

const servers: Server[] = [];
let folder: string;
let env: Record<string, string>;

beforeAll(async () => {
  const ssh = await listening(createServer((socket) => socket.end('SSH-2.0-stand-in\r\n')));
  const portal = await listening(portalWithMachinesAt(ssh));
  env = { PORTAL_PORT: String(portal) };
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gpulease-kind-test-'));
  mkdirSync(join(folder, 'bin'));
  layOut('docker', 'echo "docker $*" >> "$NOTES"');
  layOut('kind', 'case "$2" in clusters) echo gpulease ;; kubeconfig) echo "kind: Config" ;; esac');
  layOut('kubectl', `exec "${execPath}" "${standIn}" "$@"`);
});
afterAll(async () => {
  for (const server of servers) server.close();
  await Promise.all(servers.map((server) => once(server, 'close')));
});

function layOut(program: string, lines: string): void {
  writeFileSync(join(folder, 'bin', program), `#!/bin/sh\n${lines}\n`, { mode: 0o755 });
}

async function listening(server: Server): Promise<number> {
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Simulates the portal: an ordered machine runs immediately, and is gone once destroyed. */
function portalWithMachinesAt(sshPort: number): Server {
  const machines = new Set<string>();
  const endpoint = { address: '127.0.0.1', port: sshPort };
  const reached = { ipAddress: endpoint.address, sshPort, ports: [{ endpoint }] };
  const answers: [RegExp, (name: string, body: string) => object | undefined][] = [
    [/^POST .*\/workloads$/, (_, body) => machines.add((JSON.parse(body) as { name: string }).name)],
    [/^GET .*\/workloads\?/, () => ({ items: [...machines].map((name) => ({ name })) })],
    [/^POST .*\/workloads\/([^/]*)\/destroy$/, (name) => ({ gone: machines.delete(name) })],
    [
      /^GET .*\/workloads\/([^/]*)$/,
      (name) =>
        machines.has(name) ? { name, status: 'RUNNING', runs: [{}], etag: '1', ...reached } : undefined,
    ],
    [/^POST .*\/quotes$/, () => ({ expectedPrice: '0.06', pricing: { unit: 'HOUR' } })],
    [/./, () => ({ id: 'recharge-1' })],
  ];
  return createHttpServer((request, response) => {
    const asked = `${request.method ?? ''} ${request.url ?? ''}`;
    void text(request).then((body) => {
      const [path, answer] = answers.find(([pattern]) => pattern.test(asked)) ?? [];
      const found = answer?.(path?.exec(asked)?.[1] ?? '', body);
      response.writeHead(found ? 200 : 404).end(JSON.stringify(found ?? {}));
    });
  });
}

async function kindTest(more: Record<string, string> = {}) {
  const child = spawn(execPath, [script], {
    env: {
      ...env,
      PATH: `${join(folder, 'bin')}:/usr/bin:/bin`,
      GPULEASE_HOME: join(folder, 'home'),
      NOTES: join(folder, 'notes'),
      KIND_AWAY_SECONDS: '0',
      ...more,
    },
  });
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number]>,
  ]);
  const [notes] = code === 77 ? [''] : [readFileSync(join(folder, 'notes'), 'utf8')];
  rmSync(folder, { recursive: true });
  return { code, output, errors, notes };
}

describe('make kind-test', () => {
  it.each([
    ['Docker is missing', { docker: 'exit 1' }, 'Docker is not running here: install it'],
    ['there is no cluster', { kind: 'echo other' }, 'There is no cluster: make kind-up makes one.'],
  ])('reports that it did not run when %s', async (_, programs, sentence) => {
    for (const [program, lines] of Object.entries(programs)) layOut(program, lines);
    const { code, output, errors } = await kindTest();
    expect({ code, errors }).toEqual({ code: 77, errors: '' });
    expect(output).toContain(`make kind-test was not run. ${sentence}`);
  });

  it('checks chart, order, packets and faults, and passes on a healthy cluster', async () => {
    const { code, output, errors, notes } = await kindTest();
    expect({ code, errors, failed: output.match(/FAILED.*\n.*/g) }).toEqual({
      code: 0,
      errors: '',
      failed: null,
    });
    expect(output.match(/(?<=── ).*(?= ──)/g)).toEqual([
      ...['The chart', 'An order', 'NetworkPolicies, by packets', 'Faults'],
    ]);
    expect(output).toContain(
      "ok     another tenant's machine reaches DNS by UDP, DNS by TCP, internet, and not:",
    );
    expect(output).toMatch(/ passed, 0 failed\n$/);
    for (const program of ['component=operator', 'component=bff', 'component=worker', 'name=postgres'])
      expect(notes).toContain(
        `kubectl delete pods --namespace=gpulease-system --selector=app.kubernetes.io/${program}\n`,
      );
    const manifest = '/etc/kubernetes/manifests/kube-apiserver.yaml';
    const aside = '/etc/kubernetes/kube-apiserver.yaml';
    expect(notes.match(/^docker (?:exec|restart) .*|^kubectl (?:drain|uncordon) \S+/gm)).toEqual([
      `docker exec gpulease-control-plane mv ${manifest} ${aside}`,
      `docker exec gpulease-control-plane mv ${aside} ${manifest}`,
      'docker exec gpulease-worker systemctl stop kubelet',
      'docker exec gpulease-worker systemctl start kubelet',
      'kubectl drain gpulease-worker',
      'kubectl uncordon gpulease-worker',
      'docker restart gpulease-worker',
    ]);
  });

  it('fails when pods have too many privileges, and names them', async () => {
    const { code, output } = await kindTest({ CAP_EFF: '00000000a80425fb' });
    expect(code).toBe(1);
    expect(output).toMatch(/FAILED each runs as user 65532 .*\n.*operator-1: CapEff:\s00000000a80425fb/);
    expect(output).toMatch(/ passed, 1 failed\n$/);
  });

  it('fails when a pod crashes briefly during a fault, even if it recovers', async () => {
    const { code, output } = await kindTest({ CRASHES: join(folder, 'crashed') });
    expect(code).toBe(1);
    expect(output).toMatch(
      /FAILED all pods of operator deleted: all is back .*\n.*meanwhile: worker-1: .*CrashLoopBackOff/,
    );
    expect(output).toMatch(/ passed, 1 failed\n$/);
  });
});
